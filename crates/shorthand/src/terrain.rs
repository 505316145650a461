//! Pieces of terrain in words: `terrain t1 ruins at 10,12 size 6x4 height 5 traits light-cover,obscuring`.

use std::fmt::Display;

use adjutant_engine::command::Command;
use adjutant_engine::numbers::Inches;
use adjutant_engine::rules::{AreaName, Piece, TerrainKind, TerrainTrait};

use crate::cursor::Cursor;
use crate::fault::Fault;

const CORNER: &str = "a place, such as 10,12";
const SIZE: &str = "its size along both edges, such as 6x4";

/// `NAME KIND at X,Y size WxH | corners X,Y …`, then whatever is known of it.
pub(super) fn terrain(c: &mut Cursor<'_>) -> Result<Command, Fault> {
    let id = c.word("its name, such as t1", AreaName::new)?;
    let kind = c.one_of(&TerrainKind::ALL.map(|kind| (kind.as_str(), kind)))?;
    let footprint = match c.one_of(&[("at", true), ("corners", false)])? {
        true => {
            let middle = pair(c, ',', CORNER)?;
            c.one_of(&[("size", ())])?;
            let token = c.peek();
            let size = pair(c, 'x', SIZE)?;
            let fault = || c.too_early(SIZE);
            let token = token.ok_or_else(fault)?;
            rectangle(middle, size).ok_or_else(|| c.fault(token, "its corners cannot be told exactly", SIZE))?
        }
        false => {
            let mut corners = vec![pair(c, ',', CORNER)?, pair(c, ',', CORNER)?, pair(c, ',', CORNER)?];
            while c
                .peek()
                .is_some_and(|token| token.text.starts_with(|first: char| first.is_ascii_digit() || first == '-'))
            {
                corners.push(pair(c, ',', CORNER)?);
            }
            corners
        }
    };
    let mut piece = Piece { id, kind, footprint, height: None, traits: None, save: None };
    while !c.at_end() {
        match c.one_of(&[("height", 0), ("traits", 1), ("save", 2)])? {
            0 => piece.height = Some(c.inches("inches from the ground to its highest point")?),
            1 => piece.traits = Some(traits(c)?),
            _ => piece.save = Some(c.whole("the save that it gives")?),
        }
    }
    Ok(Command::Terrain(Box::new(piece)))
}

/// The words of a piece whose sides run along the edges of the board: its name and kind, its middle, its size and, where
/// somebody measured it, its height, all in inches.
///
/// ```
/// let words = adjutant_shorthand::piece_in_words("t1 ruins", [12, 15], [6, 4], Some(5));
/// assert_eq!(words, "terrain t1 ruins at 12,15 size 6x4 height 5");
/// ```
pub fn piece_in_words<N: Display>(piece: &str, [x, y]: [N; 2], [wide, deep]: [i32; 2], height: Option<N>) -> String {
    let height = height.map_or_else(String::new, |height| format!(" height {height}"));
    format!("terrain {piece} at {x},{y} size {wide}x{deep}{height}")
}

/// Two numbers with a sign between them.
fn pair(c: &mut Cursor<'_>, between: char, expected: &str) -> Result<[Inches; 2], Fault> {
    let token = c.next(expected)?;
    let halves = token.text.split_once(between);
    let read = halves.and_then(|(one, other)| Some([Inches::parse(one)?, Inches::parse(other)?]));
    read.ok_or_else(|| c.fault(token, format!("`{}` does not fit here", token.text), expected))
}

/// `light-cover,obscuring`, or `none`.
fn traits(c: &mut Cursor<'_>) -> Result<Vec<TerrainTrait>, Fault> {
    let expected = format!("`none`, or some of {}, with commas", TerrainTrait::ALL.map(TerrainTrait::as_str).join(" "));
    let token = c.next(&expected)?;
    if token.text == "none" {
        return Ok(Vec::new());
    }
    let known = |word: &str| TerrainTrait::ALL.into_iter().find(|name| name.as_str().eq_ignore_ascii_case(word));
    let each = token.text.split(',').map(|word| {
        known(word).ok_or_else(|| c.fault(token, format!("no trait is called `{word}`"), expected.clone()))
    });
    each.collect()
}

/// The corners of a rectangle along the edges of the board.
fn rectangle(middle: [Inches; 2], size: [Inches; 2]) -> Option<Vec<[Inches; 2]>> {
    let ends = |axis: usize| {
        let (middle, size) = (middle[axis].thousandths(), size[axis].thousandths());
        let end = |twice: i32| Inches::from_thousandths(twice / 2).filter(|_| twice % 2 == 0 && size > 0);
        Some([end(2 * middle - size)?, end(2 * middle + size)?])
    };
    let ([left, right], [low, high]) = (ends(0)?, ends(1)?);
    Some(vec![[left, low], [right, low], [right, high], [left, high]])
}

/// A piece as [`terrain`] reads it.
pub(super) fn words(piece: &Piece) -> String {
    let [[left, right], [low, high]] = piece.bounds();
    let half = |sum: i32| Inches::from_thousandths(sum / 2).filter(|_| sum % 2 == 0);
    let middle = half(left + right).zip(half(low + high)).map(|(x, y)| [x, y]);
    let size = Inches::from_thousandths(right - left).zip(Inches::from_thousandths(high - low)).map(|(x, y)| [x, y]);
    let plain = middle.zip(size).filter(|(middle, size)| rectangle(*middle, *size).as_ref() == Some(&piece.footprint));
    let ground = match plain {
        Some(([x, y], [width, height])) => format!("at {x},{y} size {width}x{height}"),
        None => {
            let corners = piece.footprint.iter().map(|[x, y]| format!(" {x},{y}"));
            format!("corners{}", corners.collect::<String>())
        }
    };
    let height = piece.height.map_or_else(String::new, |height| format!(" height {height}"));
    let traits = piece.traits.as_ref().map_or_else(String::new, |traits| {
        let names: Vec<&str> = traits.iter().map(|name| name.as_str()).collect();
        format!(" traits {}", if names.is_empty() { "none".to_owned() } else { names.join(",") })
    });
    let save = piece.save.map_or_else(String::new, |save| format!(" save {save}"));
    format!("terrain {} {} {ground}{height}{traits}{save}", piece.id, piece.kind.as_str())
}
