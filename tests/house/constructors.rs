//! Constructors say why they refuse: one that is handed what somebody wrote returns a `Result` with the reason.

use std::path::Path;

use syn::visit::{self, Visit};

use super::{crates, source};

/// Public constructors that return an `Option`, because "there is none" is the whole answer: one form, one range, or
/// something that a state simply does not have. The list may only shrink.
const NONE_IS_ENOUGH: &[&str] = &[
    // One form, which the type's own page tells.
    "core Decimal::parse",
    "core Hash::parse",
    "core Timestamp::parse",
    "league Checkpoint::read",
    "league Day::parse",
    "league Fraction::parse",
    // One range.
    "core Decimal::from_thousandths",
    "core Whole::new",
    "league Fraction::new",
    "replay Grey::new",
    // A name of a closed list.
    "engine TimedMoment::new",
    // Two reasons, which every caller has to guess: to be changed.
    "core Text::new",
];

/// Finds the constructors of public types in a file.
#[derive(Default)]
struct Finder {
    found: Vec<String>,
}

fn is_constructor(name: &str) -> bool {
    matches!(name, "new" | "try_new" | "parse" | "read") || name.starts_with("from_")
}

/// The last name of a type, and what it is made of.
fn named(of: &syn::Type) -> Option<(String, Option<&syn::Type>)> {
    let syn::Type::Path(path) = of else { return None };
    let last = path.path.segments.last()?;
    let inner = match &last.arguments {
        syn::PathArguments::AngleBracketed(all) => all.args.iter().find_map(|one| match one {
            syn::GenericArgument::Type(of) => Some(of),
            _ => None,
        }),
        _ => None,
    };
    Some((last.ident.to_string(), inner))
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        let own = named(&block.self_ty).map(|(name, _)| name);
        if let (Some(own), None) = (own, &block.trait_) {
            for item in &block.items {
                let syn::ImplItem::Fn(function) = item else { continue };
                let syn::ReturnType::Type(_, returned) = &function.sig.output else { continue };
                let made = named(returned).filter(|(name, _)| name == "Option").and_then(|(_, inner)| named(inner?));
                let makes_own = made.is_some_and(|(name, _)| name == "Self" || name == own);
                let public = matches!(function.vis, syn::Visibility::Public(_));
                if public
                    && makes_own
                    && is_constructor(&function.sig.ident.to_string())
                    && function.sig.receiver().is_none()
                {
                    self.found.push(format!("{own}::{}", function.sig.ident));
                }
            }
        }
        visit::visit_item_impl(self, block);
    }
}

fn found_in(folder: &Path, found: &mut Finder) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found_in(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.visit_file(&syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap());
        }
    }
}

#[test]
fn constructors_say_why_they_refuse() {
    let mut found = Vec::new();
    for name in crates() {
        let mut finder = Finder::default();
        found_in(&source(&name), &mut finder);
        found.extend(finder.found.into_iter().map(|own| format!("{name} {own}")));
    }
    let new: Vec<&String> = found.iter().filter(|own| !NONE_IS_ENOUGH.contains(&own.as_str())).collect();
    assert!(new.is_empty(), "return a `Result` whose error says why, so that whoever calls can tell: {new:#?}");
    let gone: Vec<&&str> = NONE_IS_ENOUGH.iter().filter(|listed| !found.iter().any(|own| own == **listed)).collect();
    assert!(gone.is_empty(), "take these from the list, they are gone: {gone:#?}");
}

#[test]
fn a_constructor_without_a_reason_is_found() {
    let text = "pub struct A; impl A { pub fn new(t: &str) -> Option<Self> { None } pub fn parse(t: &str) -> Option<A> { None }
        pub fn first(&self) -> Option<A> { None } fn read() -> Option<A> { None } pub fn from_b() -> Result<A, ()> { Err(()) } }";
    let mut finder = Finder::default();
    finder.visit_file(&syn::parse_file(text).unwrap());
    assert_eq!(finder.found, ["A::new", "A::parse"]);
}
