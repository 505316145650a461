//! What the files of a crate name of each other.
//!
//! An arrow leads from a file to another if an item of the one names, through `crate::`, `super::`, `self::` or a `use`,
//! an item that the other defines. Re-exports are followed to the definition; tests are left out. Calls of methods are
//! not seen, and what a macro writes counts as defined where the macro is called.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// The files of a crate, and the arrows between them.
pub struct Graph {
    /// Paths below `src`, in order.
    pub files: Vec<String>,
    /// From file to file: the names that make the arrow.
    pub arrows: BTreeMap<(usize, usize), BTreeSet<String>>,
    /// Each function with a body: file, name, lines from `fn` to the closing brace.
    pub functions: Vec<(usize, String, usize)>,
    /// Each text in the sources: file, the method that it is handed to as the first argument (or none), the text.
    pub texts: Vec<(usize, Option<String>, String)>,
}

impl Graph {
    /// Reads the crate whose `src/lib.rs` lies in this folder.
    pub fn read(src: &Path) -> Graph {
        let mut reader = Reader::default();
        reader.open(src, &src.join("lib.rs"), None, "");
        let mut graph =
            Graph { files: reader.files.clone(), arrows: BTreeMap::new(), functions: Vec::new(), texts: Vec::new() };
        for (module, items) in std::mem::take(&mut reader.bodies) {
            let file = reader.modules[module].file;
            let mut finder =
                Finder { reader: &mut reader, module, found: Vec::new(), functions: Vec::new(), texts: Vec::new() };
            items.iter().for_each(|item| finder.visit_item(item));
            let Finder { found, functions, texts, .. } = finder;
            graph.functions.extend(functions.into_iter().map(|(name, lines)| (file, name, lines)));
            graph.texts.extend(texts.into_iter().map(|(method, text)| (file, method, text)));
            for (at, path) in found {
                for to in reader.files_of(at, &path) {
                    if to != file {
                        graph.arrows.entry((file, to)).or_default().insert(path.join("::"));
                    }
                }
            }
        }
        graph
    }

    /// Files that reach each other, two or more: the largest circle first.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let mut reach: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.files.len()];
        for (start, reached) in reach.iter_mut().enumerate() {
            let mut waiting = vec![start];
            while let Some(file) = waiting.pop() {
                for (_, to) in self.arrows.range((file, 0)..(file + 1, 0)).map(|(arrow, _)| *arrow) {
                    if reached.insert(to) {
                        waiting.push(to);
                    }
                }
            }
        }
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for file in 0..self.files.len() {
            if reach[file].contains(&file) && seen.insert(file) {
                let circle: Vec<usize> =
                    reach[file].iter().copied().filter(|other| reach[*other].contains(&file)).collect();
                seen.extend(&circle);
                circles.push(circle.into_iter().map(|file| self.files[file].as_str()).collect::<Vec<_>>());
            }
        }
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        circles
    }
}

struct Module {
    file: usize,
    parent: Option<usize>,
    items: BTreeMap<String, Vec<Target>>,
    globs: Vec<Vec<String>>,
    /// Whether a macro is called here, which may define names that nobody sees.
    writes: bool,
}

#[derive(Clone)]
enum Target {
    Item,
    Module(usize),
    Use(Vec<String>),
}

/// What a path leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Item(usize),
    Module(usize),
}

#[derive(Default)]
struct Reader {
    files: Vec<String>,
    modules: Vec<Module>,
    bodies: Vec<(usize, Vec<syn::Item>)>,
}

impl Reader {
    fn open(&mut self, src: &Path, path: &Path, parent: Option<usize>, _name: &str) -> usize {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.files.push(path.strip_prefix(src).unwrap().to_str().unwrap().to_owned());
        let file = self.files.len() - 1;
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let inside = match stem {
            "lib" | "main" | "mod" => path.parent().unwrap().to_owned(),
            stem => path.parent().unwrap().join(stem),
        };
        self.fill(src, &inside, file, parent, parsed.items)
    }

    fn fill(&mut self, src: &Path, inside: &Path, file: usize, parent: Option<usize>, items: Vec<syn::Item>) -> usize {
        let module = self.modules.len();
        self.modules.push(Module { file, parent, items: BTreeMap::new(), globs: Vec::new(), writes: false });
        let mut body = Vec::new();
        for item in items {
            if is_for_tests(attributes(&item)) {
                continue;
            }
            if let syn::Item::Mod(declared) = item {
                let name = declared.ident.to_string();
                let child = match declared.content {
                    Some((_, items)) => self.fill(src, &inside.join(&name), file, Some(module), items),
                    None => {
                        let path = file_of(inside, &name, &declared.attrs);
                        self.open(src, &path, Some(module), &name)
                    }
                };
                self.note(module, name, Target::Module(child));
                continue;
            }
            self.define(module, &item);
            body.push(item);
        }
        self.bodies.push((module, body));
        module
    }

    fn note(&mut self, module: usize, name: String, target: Target) {
        self.modules[module].items.entry(name).or_default().push(target);
    }

    fn define(&mut self, module: usize, item: &syn::Item) {
        let name = match item {
            syn::Item::Const(item) => &item.ident,
            syn::Item::Enum(item) => &item.ident,
            syn::Item::Fn(item) => &item.sig.ident,
            syn::Item::Static(item) => &item.ident,
            syn::Item::Struct(item) => &item.ident,
            syn::Item::Trait(item) => &item.ident,
            syn::Item::TraitAlias(item) => &item.ident,
            syn::Item::Type(item) => &item.ident,
            syn::Item::Union(item) => &item.ident,
            syn::Item::Macro(item) => match &item.ident {
                Some(name) => name,
                None => {
                    self.modules[module].writes = true;
                    return;
                }
            },
            syn::Item::Use(item) => return self.bring(module, &item.tree),
            _ => return,
        };
        self.note(module, name.to_string(), Target::Item);
    }

    fn bring(&mut self, module: usize, tree: &syn::UseTree) {
        for (name, path) in leaves(tree) {
            match name {
                Some(name) => self.note(module, name, Target::Use(path)),
                None => self.modules[module].globs.push(path),
            }
        }
    }

    /// The files that define what a path names, seen from a module.
    fn files_of(&self, module: usize, path: &[String]) -> BTreeSet<usize> {
        let found = self.resolve(module, path, 0);
        let items = found.into_iter().filter_map(|found| match found {
            Found::Item(file) => Some(file),
            Found::Module(_) => None,
        });
        items.collect()
    }

    fn resolve(&self, module: usize, path: &[String], depth: usize) -> BTreeSet<Found> {
        let Some((first, rest)) = path.split_first() else { return [Found::Module(module)].into() };
        if depth > 24 {
            return BTreeSet::new();
        }
        match first.as_str() {
            "crate" => self.resolve(0, rest, depth + 1),
            "self" => self.resolve(module, rest, depth + 1),
            "super" => match self.modules[module].parent {
                Some(parent) => self.resolve(parent, rest, depth + 1),
                None => BTreeSet::new(),
            },
            name => {
                let mut all = BTreeSet::new();
                for found in self.named(module, name, depth + 1) {
                    match found {
                        Found::Module(inner) if !rest.is_empty() => all.extend(self.resolve(inner, rest, depth + 1)),
                        found => _ = all.insert(found),
                    }
                }
                all
            }
        }
    }

    fn named(&self, module: usize, name: &str, depth: usize) -> BTreeSet<Found> {
        let mut all = BTreeSet::new();
        if depth > 24 {
            return all;
        }
        let here = &self.modules[module];
        for target in here.items.get(name).into_iter().flatten() {
            match target {
                Target::Item => _ = all.insert(Found::Item(here.file)),
                Target::Module(inner) => _ = all.insert(Found::Module(*inner)),
                // `use name::…` of a crate that is called like a module of ours leads back here.
                Target::Use(path) if path[0] == name && path.len() == 1 => {}
                Target::Use(path) => all.extend(self.resolve(module, path, depth + 1)),
            }
        }
        if all.is_empty() {
            for glob in &here.globs {
                for found in self.resolve(module, glob, depth + 1) {
                    match found {
                        Found::Module(inner) if inner != module => all.extend(self.named(inner, name, depth + 1)),
                        // Variants of an enum, which were arrows as the enum was named.
                        _ => {}
                    }
                }
            }
        }
        if all.is_empty() && here.writes && depth > 1 && name.starts_with(char::is_uppercase) {
            all.insert(Found::Item(here.file));
        }
        all
    }
}

/// What a `use` brings: the name here (none for `*`) and the path.
fn leaves(tree: &syn::UseTree) -> Vec<(Option<String>, Vec<String>)> {
    fn walk(tree: &syn::UseTree, path: &mut Vec<String>, all: &mut Vec<(Option<String>, Vec<String>)>) {
        match tree {
            syn::UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                walk(&inner.tree, path, all);
                path.pop();
            }
            syn::UseTree::Name(name) if name.ident == "self" => all.push((path.last().cloned(), path.clone())),
            syn::UseTree::Name(name) => all.push((Some(name.ident.to_string()), with(path, &name.ident))),
            syn::UseTree::Rename(name) if name.ident == "self" => {
                all.push((Some(name.rename.to_string()), path.clone()));
            }
            syn::UseTree::Rename(name) => all.push((Some(name.rename.to_string()), with(path, &name.ident))),
            syn::UseTree::Glob(_) => all.push((None, path.clone())),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| walk(tree, path, all)),
        }
    }
    let mut all = Vec::new();
    walk(tree, &mut Vec::new(), &mut all);
    all
}

fn with(path: &[String], last: &syn::Ident) -> Vec<String> {
    path.iter().cloned().chain([last.to_string()]).collect()
}

fn file_of(inside: &Path, name: &str, attributes: &[syn::Attribute]) -> PathBuf {
    for attribute in attributes {
        if let syn::Meta::NameValue(value) = &attribute.meta
            && value.path.is_ident("path")
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) = &value.value
        {
            return inside.join(path.value());
        }
    }
    let flat = inside.join(format!("{name}.rs"));
    if flat.is_file() { flat } else { inside.join(name).join("mod.rs") }
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            list.tokens.clone().into_iter().any(|token| token.to_string() == "test")
        }
        _ => false,
    })
}

/// Gathers the paths that items of one module name.
struct Finder<'a> {
    reader: &'a mut Reader,
    module: usize,
    found: Vec<(usize, Vec<String>)>,
    functions: Vec<(String, usize)>,
    texts: Vec<(Option<String>, String)>,
}

impl Finder<'_> {
    fn name(&mut self, path: Vec<String>) {
        self.found.push((self.module, path));
    }

    /// Paths among tokens that nobody has parsed: what stands behind a dot is a field or a method.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut colons, mut dotted) = (0, false);
        let mut method: Option<String> = None;
        for token in tokens {
            let called = method.take();
            match token {
                TokenTree::Literal(literal) => {
                    if !path.is_empty() {
                        self.name(std::mem::take(&mut path));
                    }
                    self.literal(called, &syn::Lit::new(literal));
                    (colons, dotted) = (0, false);
                }
                TokenTree::Ident(name) => {
                    if colons != 2 && !path.is_empty() {
                        self.name(std::mem::take(&mut path));
                    }
                    if dotted {
                        method = Some(name.to_string());
                    } else {
                        path.push(name.to_string());
                    }
                    (colons, dotted) = (0, false);
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                TokenTree::Punct(sign) if sign.as_char() == '$' => {}
                other => {
                    if !path.is_empty() {
                        self.name(std::mem::take(&mut path));
                    }
                    colons = 0;
                    dotted = matches!(&other, TokenTree::Punct(sign) if sign.as_char() == '.');
                    if let TokenTree::Group(group) = other {
                        self.first(called, group.stream());
                    }
                }
            }
        }
        if !path.is_empty() {
            self.name(path);
        }
    }

    /// The tokens in brackets, whose first text is handed to a method.
    fn first(&mut self, method: Option<String>, tokens: TokenStream) {
        match tokens.clone().into_iter().next() {
            Some(TokenTree::Literal(literal)) if method.is_some() => {
                self.literal(method, &syn::Lit::new(literal));
                self.tokens(tokens.into_iter().skip(1).collect());
            }
            _ => self.tokens(tokens),
        }
    }

    fn literal(&mut self, method: Option<String>, literal: &syn::Lit) {
        if let syn::Lit::Str(text) = literal {
            self.texts.push((method, text.value()));
        }
    }

    fn measure(&mut self, name: &syn::Ident, from: proc_macro2::Span, block: &syn::Block) {
        let lines = block.brace_token.span.close().end().line + 1 - from.start().line;
        self.functions.push((name.to_string(), lines));
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.measure(&item.sig.ident, item.sig.fn_token.span, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if is_for_tests(&item.attrs) {
            return;
        }
        self.measure(&item.sig.ident, item.sig.fn_token.span, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.measure(&item.sig.ident, item.sig.fn_token.span, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for (name, path) in leaves(&item.tree) {
            // A `use` inside a function: its names are known from there on in the whole module.
            if let Some(name) = name
                && !self.reader.modules[self.module].items.contains_key(&name)
            {
                self.reader.note(self.module, name, Target::Use(path.clone()));
            }
            self.name(path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.name(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_lit(&mut self, literal: &'ast syn::Lit) {
        self.literal(None, literal);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let Some(syn::Expr::Lit(first)) = call.args.first() {
            self.literal(Some(call.method.to_string()), &first.lit);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.visit_path(&called.path);
        self.tokens(called.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            for token in list.tokens.clone() {
                if let TokenTree::Literal(text) = token {
                    let text = text.to_string();
                    let text = text.trim_matches('"');
                    if text.contains("::") {
                        self.name(text.split("::").map(str::to_owned).collect());
                    }
                }
            }
        }
    }
}
