//! Pages as somebody without sight meets them: what stands there in the order of reading, under which headings, by which names.

use std::collections::BTreeMap;

use adjutant_app::matches::Recording;
use adjutant_engine::side::By as Speaker;
use adjutant_tournament::TableNumber;

use super::overlays::{attacked, battle, players, said};
use super::*;

/// Something of a page: an element, or text where it has no tag.
#[derive(Default)]
struct Node {
    tag: String,
    attributes: BTreeMap<String, String>,
    parent: Option<usize>,
    text: String,
}

/// A page in the order of reading.
struct Tree(Vec<Node>);

const VOID: [&str; 8] = ["input", "meta", "link", "br", "wbr", "hr", "img", "!DOCTYPE"];

fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// The attributes of a tag, as this house writes them: in double quotes, or alone.
fn attributes(mut rest: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    while let Some(at) = rest.find(|c: char| !c.is_whitespace()) {
        rest = &rest[at..];
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix("=\"") {
            Some(quoted) => quoted.split_once('"').unwrap(),
            None => ("", after),
        };
        assert_eq!(all.insert(name.to_owned(), plain(value)), None, "{name} twice");
        rest = after;
    }
    all
}

impl Tree {
    fn of(page: &str) -> Tree {
        let (mut nodes, mut open): (Vec<Node>, Vec<usize>) = (Vec::new(), Vec::new());
        for part in page.split('<').skip(1) {
            let (tag, text) = part.split_once('>').unwrap();
            if let Some(closed) = tag.strip_prefix('/') {
                let last = open.pop().unwrap();
                assert_eq!(nodes[last].tag, closed, "{:?}", nodes[last].attributes);
            } else {
                let (name, rest) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
                let parent = open.last().copied();
                nodes.push(Node { tag: name.to_owned(), attributes: attributes(rest), parent, ..Node::default() });
                if !VOID.contains(&name) {
                    open.push(nodes.len() - 1);
                }
            }
            if !text.is_empty() {
                nodes.push(Node { text: plain(text), parent: open.last().copied(), ..Node::default() });
            }
        }
        assert!(open.is_empty(), "elements that are not closed");
        Tree(nodes)
    }

    fn above(&self, at: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(at), |at| self.0[*at].parent)
    }

    fn has(&self, at: usize, name: &str) -> Option<&str> {
        self.0[at].attributes.get(name).map(String::as_str)
    }

    /// Whether it is told at all.
    fn told(&self, at: usize) -> bool {
        let silent = |at: usize| {
            let tag = self.0[at].tag.as_str();
            let hidden = self.has(at, "hidden").is_some() || self.has(at, "aria-hidden") == Some("true");
            hidden || self.has(at, "type") == Some("hidden") || ["head", "noscript", "script"].contains(&tag)
        };
        !self.above(at).any(silent)
    }

    fn all<'a>(&'a self, tags: &'a [&str]) -> impl Iterator<Item = usize> + 'a {
        (0..self.0.len()).filter(move |at| tags.contains(&self.0[*at].tag.as_str()) && self.told(*at))
    }

    /// The words inside it.
    fn words(&self, at: usize) -> String {
        let inside = |inner: &usize| self.told(*inner) && self.above(*inner).any(|above| above == at);
        let words = (at..self.0.len()).filter(inside).map(|inner| match self.has(inner, "aria-label") {
            Some(label) if self.0[inner].tag == "svg" => label.to_owned(),
            _ => self.0[inner].text.clone(),
        });
        words.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn with_id(&self, id: &str) -> Option<usize> {
        (0..self.0.len()).find(|at| self.has(*at, "id") == Some(id))
    }

    /// What it is called: nothing where nobody says.
    fn name(&self, at: usize) -> String {
        if let Some(label) = self.has(at, "aria-label") {
            return label.to_owned();
        }
        if let Some(by) = self.has(at, "aria-labelledby").and_then(|id| self.with_id(id)) {
            return self.words(by);
        }
        if !["input", "select", "textarea"].contains(&self.0[at].tag.as_str()) {
            return self.words(at);
        }
        let of = |label: &usize| self.has(*label, "for").is_some() && self.has(*label, "for") == self.has(at, "id");
        let label = self.all(&["label"]).find(of);
        let around = self.above(at).find(|above| self.0[*above].tag == "label");
        label.or(around).map_or_else(String::new, |label| self.words(label))
    }

    fn title(&self) -> String {
        let title = self.0.iter().position(|node| node.tag == "title").expect("a title");
        self.0.get(title + 1).map(|node| node.text.clone()).unwrap_or_default()
    }

    fn headings(&self) -> Vec<(u32, String)> {
        let level = |at: usize| self.0[at].tag[1..].parse().unwrap();
        self.all(&["h1", "h2", "h3", "h4"]).map(|at| (level(at), self.words(at))).collect()
    }

    /// What speaks by itself.
    fn live(&self) -> Vec<usize> {
        let speaks = |at: &usize| {
            let role = self.has(*at, "role").unwrap_or_default();
            let live = self.has(*at, "aria-live").is_some_and(|live| live != "off");
            live || ["status", "alert", "log", "timer", "marquee"].contains(&role)
        };
        (0..self.0.len()).filter(speaks).collect()
    }

    /// What is wrong with a page for who has it read out.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let html = self.0.iter().find(|node| node.tag == "html").expect("html");
        if html.attributes.get("lang").map(String::as_str) != Some("en") {
            faults.push("no language".to_owned());
        }
        let headings = self.headings();
        if headings.iter().filter(|(level, _)| *level == 1).count() != 1 {
            faults.push(format!("not one h1: {headings:?}"));
        }
        if let Some(gap) = headings.windows(2).find(|pair| pair[1].0 > pair[0].0 + 1) {
            faults.push(format!("headings with a gap: {gap:?}"));
        }
        faults.extend(headings.iter().filter(|(_, words)| words.is_empty()).map(|_| "an empty heading".to_owned()));
        for at in self.all(&["a", "button", "input", "select", "textarea", "summary", "fieldset", "nav", "section"]) {
            let tag = self.0[at].tag.as_str();
            if self.above(at).skip(1).any(|above| self.has(above, "role") == Some("img")) {
                faults.push(format!("{tag} inside a picture: {:?}", self.0[at].attributes));
            }
            if tag != "section" && self.name(at).is_empty() {
                faults.push(format!("{tag} without a name: {:?}", self.0[at].attributes));
            }
        }
        let index = |at: &usize| self.has(*at, "tabindex").is_some_and(|index| !["0", "-1"].contains(&index));
        faults.extend((0..self.0.len()).filter(index).map(|at| format!("its place by number: {}", self.0[at].tag)));
        let mut ids = BTreeMap::new();
        for at in 0..self.0.len() {
            if let Some(id) = self.has(at, "id")
                && ids.insert(id, at).is_some()
            {
                faults.push(format!("the id {id} twice"));
            }
            for by in ["for", "aria-labelledby", "aria-describedby"] {
                if let Some(id) = self.has(at, by).filter(|id| self.with_id(id).is_none()) {
                    faults.push(format!("{by} of {id}, which is not there"));
                }
            }
        }
        faults
    }
}

/// The states of a match in which its pages are looked at.
fn battles() -> Vec<(&'static str, Recording)> {
    vec![("set-up", battle(6)), ("battle", attacked()), ("end", battle(usize::MAX))]
}

/// A hall whose table 1 has a match, and the cookie of one of its players.
async fn hall_of(recording: Recording) -> (Hall, String) {
    let hall = Hall::new(false);
    hall.site.show_game((RoundNumber(2), TableNumber(1)), recording);
    let cookie = hall.cookie(PassKind::Player, &players(1)[0]);
    (hall, cookie)
}

#[test]
fn the_spoken_match_is_read_from_its_newest_record_to_its_last_button() {
    block_on(async {
        for (state, recording) in battles() {
            let (hall, player) = hall_of(recording).await;
            let device = hall.cookie(PassKind::Table, "1");
            for cookie in [&player, &device] {
                let (status, text) = hall.get("/match/spoken", Some(cookie), PHONE).await;
                assert_eq!(status, 200, "{state}");
                let tree = Tree::of(&text);
                assert_eq!(tree.faults(), Vec::<String>::new(), "{state}");
                let headings = tree.headings();
                assert_eq!(headings[0].0, 1, "{state}: {headings:?}");
                for told in ["Where it stands", "What is due", "What else you can do"] {
                    assert!(headings.contains(&(2, told.to_owned())), "{state}: {headings:?}");
                }
                let [live] = tree.live()[..] else { panic!("{state}: {:?}", tree.live().len()) };
                assert_eq!(tree.has(live, "aria-live"), Some("polite"));
                let first = tree.all(&["h1"]).next().unwrap();
                assert!(live < first && !tree.words(live).is_empty(), "{state}: {}", tree.words(live));
                assert!(tree.title().contains("spoken"), "{}", tree.title());
                // What can be tapped on the page with the map can be tapped here, in the same order.
                let (_, other) = hall.get("/match", Some(cookie), PHONE).await;
                let taps = |text: &str| {
                    let tree = Tree::of(text);
                    let away = ["/match", "/match/spoken"];
                    let own = |at: &usize| !tree.has(*at, "href").is_some_and(|href| away.contains(&href));
                    let tags = ["a", "button", "input", "select", "summary"];
                    tree.all(&tags).filter(own).map(|at| (tree.0[at].tag.clone(), tree.name(at))).collect::<Vec<_>>()
                };
                assert_eq!(taps(&text), taps(&other), "{state}");
                assert!(text.contains("href=\"/match/spoken\">Read again"), "{state}: a way without script");
                let forms = text.matches("<form").count();
                assert!(forms > 2 || state == "end", "{state}: {forms} forms");
                assert_eq!(text.matches("name=\"back\" value=\"spoken\"").count(), forms, "{state}: ways back");
            }
        }
    });
}

#[test]
fn the_newest_record_is_told_in_the_words_of_the_feed() {
    block_on(async {
        let mut recording = attacked();
        let (hall, player) = hall_of(recording.clone()).await;
        let news = async || {
            let tree = Tree::of(&hall.get("/match/spoken", Some(&player), PHONE).await.1);
            tree.words(tree.live()[0])
        };
        let told = news().await;
        assert!(
            told.contains("attacks Deathshroud Terminators: 2 die")
                && told.ends_with(&format!("Record {}", recording.seq())),
            "{told}"
        );
        said(&mut recording, Speaker::Two, r#"{"note":{"text":"<b>a drink"}}"#, super::overlays::NEW);
        hall.site.show_game((RoundNumber(2), TableNumber(1)), recording);
        let told = news().await;
        assert!(told.contains("<b>a drink") && !told.contains("Deathshroud"), "{told}");
    });
}

/// Addresses that show one and the same page.
const SAME: [[&str; 2]; 2] = [["/match/after", "/table/{table}/after"], ["/screen/pairings", "/screen/rotate"]];

#[test]
fn every_page_can_be_read_out() {
    block_on(async {
        let mut faults = Vec::new();
        for (state, recording) in battles() {
            let (hall, player) = hall_of(recording).await;
            for player in players(1) {
                hall.agree(&player, "yes").await;
            }
            let overlays = OVERLAYS.iter().map(|overlay| format!("{}?table=1", overlay.path));
            for path in overlays {
                let (_, text) = hall.get(&path, None, HERE).await;
                // One that has nothing to show is empty.
                if !text.contains("data-overlay=\"\"></body>") {
                    faults.extend(Tree::of(&text).faults().into_iter().map(|fault| format!("{state} {path}: {fault}")));
                }
            }
            for role in Role::ALL {
                let cookie = match role {
                    Role::Player => Some(player.clone()),
                    Role::Table => Some(hall.cookie(PassKind::Table, "1")),
                    _ => hall.cookie_of(role).await,
                };
                let mut titles: BTreeMap<String, &str> = BTreeMap::new();
                let pages = PAGES.iter().filter(|page| page.roles.contains(&role)).map(|page| page.path);
                for path in pages.chain(SCREENS).chain(["/nowhere"]) {
                    let at = filled(path);
                    let (status, text) = hall.get(&at, cookie.as_deref(), HERE).await;
                    let tree = Tree::of(&text);
                    let own =
                        tree.faults().into_iter().map(|fault| format!("{state} {role:?} {path} {status}: {fault}"));
                    faults.extend(own);
                    let title = tree.title().to_lowercase();
                    if let Some(other) =
                        titles.insert(title.clone(), path).filter(|other| !SAME.contains(&[other, path]))
                    {
                        faults.push(format!("{state} {role:?}: {path} and {other} are both called {title:?}"));
                    }
                }
            }
        }
        let count = faults.len();
        faults.sort();
        faults.dedup();
        assert!(faults.is_empty(), "{count} faults:\n{}", faults.join("\n"));
    });
}
