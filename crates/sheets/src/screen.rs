//! Lists for a beamer: one HTML page each that needs nothing else, turns its own pages and may be opened on a phone.

use crate::standings::{cells_of, noted};
use crate::text::escaped;
use crate::{BracketSheet, Occasion, PairingsList, PairingsOrder, StandingsTable};

/// Something that can be shown on a screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// Event, round and date.
    pub occasion: Occasion,
    /// What it shows, such as `Pairings`.
    pub kind: String,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Columns, from 0, that hold numbers.
    pub numbers: Vec<usize>,
    /// The rows, as many cells each as there are columns.
    pub rows: Vec<Vec<String>>,
    /// A picture in SVG instead of rows.
    pub picture: Option<String>,
    /// A sentence about all of it.
    pub note: Option<String>,
    /// How long a page stays, in seconds.
    pub seconds: u32,
}

/// How long a page stays, unless another time is given.
pub const PAGE_SECONDS: u32 = 12;

impl Screen {
    fn new(occasion: &Occasion, kind: &str, columns: &[&str], numbers: &[usize], rows: Vec<Vec<String>>) -> Screen {
        Screen {
            occasion: occasion.clone(),
            kind: kind.to_owned(),
            columns: columns.iter().map(ToString::to_string).collect(),
            numbers: numbers.to_vec(),
            rows,
            picture: None,
            note: None,
            seconds: PAGE_SECONDS,
        }
    }

    /// The pairings of a round, by table or by name.
    pub fn of_pairings(list: &PairingsList) -> Screen {
        let (kind, columns, number, mut rows) = match list.order {
            PairingsOrder::ByTable => ("Pairings", ["Table", "Player", "Opponent"], 0, list.rows_by_table()),
            PairingsOrder::ByName | PairingsOrder::ByNameInTwo => {
                ("Pairings by name", ["Player", "Table", "Opponent"], 1, list.rows_by_name())
            }
        };
        rows.iter_mut().for_each(|row| row.truncate(columns.len()));
        Screen::new(&list.occasion, kind, &columns, &[number], rows)
    }

    /// The standings after a round.
    pub fn of_standings(table: &StandingsTable) -> Screen {
        let faction = table.rows.iter().any(|row| row.faction.is_some());
        let mut columns = vec!["Place", "Player"];
        columns.extend(faction.then_some("Faction"));
        let bracket = table.rows.iter().any(|row| row.reached.is_some());
        columns.extend(bracket.then_some("Reached"));
        columns.extend(["W–D–L", "Points"]);
        columns.extend(table.tie_breaks.iter().map(String::as_str));
        let row = |row: &crate::Standing| {
            let left = match row.rank {
                None => " (disqualified)",
                _ if row.dropped => " (dropped)",
                _ => "",
            };
            let mut cells = cells_of(row, false, faction, bracket);
            cells[1] = format!("{}{left}", row.name);
            cells
        };
        let rows = table.rows.iter().map(row).collect();
        let first = 3 + usize::from(faction) + usize::from(bracket);
        let numbers: Vec<usize> = std::iter::once(0).chain(first..columns.len()).collect();
        let note = noted(table.basis.clone(), &table.notes).map(|note| note.replace('\n', " · "));
        Screen { note, ..Screen::new(&table.occasion, "Standings", &columns, &numbers, rows) }
    }

    /// A bracket.
    pub fn of_bracket(sheet: &BracketSheet) -> Screen {
        let picture = Some(sheet.to_svg());
        Screen { picture, ..Screen::new(&sheet.occasion, "Bracket", &[], &[], Vec::new()) }
    }

    /// The page. Without scripts it is one long list; on paper it is all of it.
    ///
    /// ```
    /// use adjutant_sheets::{Occasion, PairingsList, PairingsOrder, Screen};
    /// let list = PairingsList { occasion: Occasion::default(), pairings: Vec::new(), order: PairingsOrder::ByTable };
    /// assert!(Screen::of_pairings(&list).to_html().starts_with("<!DOCTYPE html>"));
    /// ```
    pub fn to_html(&self) -> String {
        let event = self.occasion.event.as_deref().unwrap_or("Adjutant");
        let round = self.occasion.round.map(|round| format!(" · round {round}")).unwrap_or_default();
        let title = escaped(&format!("{event}{round}"));
        let note =
            self.note.as_ref().map(|note| format!("<p class=\"note\">{}</p>", escaped(note))).unwrap_or_default();
        let kind = escaped(&self.kind);
        let body = match &self.picture {
            Some(picture) => format!("<div class=\"picture\">{picture}</div>"),
            None => self.table(),
        };
        let seconds = self.seconds.clamp(2, 600);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
             script-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{kind}: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body data-seconds=\"{seconds}\">\n\
             <header><h1>{kind}</h1><p>{title}</p>{note}<p id=\"page\" aria-live=\"off\"></p></header>\n\
             <main>{body}</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
        )
    }

    fn table(&self) -> String {
        let class = |at: usize| if self.numbers.contains(&at) { " class=\"n\"" } else { "" };
        let head: String = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, name)| format!("<th{}>{}</th>", class(at), escaped(name)))
            .collect();
        let row = |row: &Vec<String>| {
            let cells: String = row
                .iter()
                .enumerate()
                .map(|(at, cell)| format!("<td{}><bdi>{}</bdi></td>", class(at), escaped(cell)))
                .collect();
            format!("<tr>{cells}</tr>\n")
        };
        let rows: String = self.rows.iter().map(row).collect();
        let none = if self.rows.is_empty() { "<p>None.</p>" } else { "" };
        format!("<table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>{none}")
    }
}

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#14171a;--paper:#fff;--tint:#e8eff5;--accent:#0f4a6b;--line:#c5cbd1}
@media(prefers-color-scheme:dark){:root{--ink:#f1f3f5;--paper:#101418;--tint:#1b2630;--accent:#7fc4ea;--line:#3a444d}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:clamp(14px,1.55vw,30px)/1.35 system-ui,'Noto Sans',sans-serif}
header{display:flex;gap:1.2em;align-items:baseline;padding:.5em 1em;border-bottom:3px solid var(--accent)}
h1{margin:0;font-size:1.5em;color:var(--accent)}
header p{margin:0}.note{opacity:.75}#page{margin-left:auto;opacity:.75}
main{padding:.5em 1em;display:flex;gap:2em;align-items:flex-start}
table{border-collapse:collapse;width:100%}
th{text-align:left;white-space:nowrap;color:var(--accent);border-bottom:2px solid var(--line);padding:.2em .5em}
td{padding:.22em .5em;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
tbody tr:nth-child(even){background:var(--tint)}
th.n,td.n{width:1%}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.picture{width:100%;overflow:auto}.picture svg{width:100%;height:auto;max-height:calc(100vh - 5em)}
tr[hidden],table[hidden]{display:none}
@media print{tr[hidden],table[hidden]{display:revert!important}body{font-size:11pt}#page{display:none}}
";

/// Splits the rows into pages of what fits the window, side by side where it is wide, and turns them. Arrow keys turn by
/// hand, the space bar stops.
const SCRIPT: &str = "
(function(){
var table=document.querySelector('table');if(!table)return;
var main=document.querySelector('main'),label=document.getElementById('page');
var rows=[].slice.call(table.tBodies[0].rows),seconds=+document.body.dataset.seconds;
var page=0,pages=1,stopped=false,tables=[table];
function layout(){
 tables.slice(1).forEach(function(t){t.remove()});tables=[table];
 rows.forEach(function(r){r.hidden=false;table.tBodies[0].appendChild(r)});
 var across=Math.max(1,Math.min(3,Math.floor(main.clientWidth/(parseFloat(getComputedStyle(document.body).fontSize)*34))));
 for(var i=1;i<across;i++){var t=table.cloneNode(false);t.appendChild(table.tHead.cloneNode(true));
  t.appendChild(document.createElement('tbody'));main.appendChild(t);tables.push(t)}
 var room=innerHeight-main.getBoundingClientRect().top-table.tHead.offsetHeight-24;
 var tall=rows.map(function(r){return r.offsetHeight}),column=0,used=0;
 rows.forEach(function(r,i){if(used&&used+tall[i]>room){column++;used=0}used+=tall[i];
  r.dataset.page=Math.floor(column/across);tables[column%across].tBodies[0].appendChild(r)});
 pages=Math.floor(column/across)+1;page=Math.min(page,pages-1);
 show();
}
function show(){
 rows.forEach(function(r){r.hidden=+r.dataset.page!==page});
 tables.forEach(function(t,i){t.style.visibility=i&&![].some.call(t.tBodies[0].rows,function(r){return !r.hidden})?'hidden':''});
 label.textContent=pages>1?(page+1)+' / '+pages+(stopped?' (stopped)':''):'';
}
function turn(by){page=(page+by+pages)%pages;show()}
addEventListener('resize',layout);
addEventListener('keydown',function(e){
 if(e.key==='ArrowRight'||e.key==='PageDown')turn(1);else if(e.key==='ArrowLeft'||e.key==='PageUp')turn(-1);
 else if(e.key===' '){stopped=!stopped;show();e.preventDefault()}});
setInterval(function(){if(!stopped)turn(1)},seconds*1000);
layout();
})();
";
