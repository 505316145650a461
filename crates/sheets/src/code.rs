//! QR codes as pictures of one bit a module.

use qrcode::canvas::{Canvas, MaskPattern};
use qrcode::types::{Color, EcLevel, QrResult};
use qrcode::{bits, ec};

use crate::error::SheetError;

/// Any mask makes a valid code, which names the one it has. Trying all eight, as the standard advises for data with
/// regular patterns, took a third of the time of a page; a hash has no patterns.
const MASK: MaskPattern = MaskPattern::Checkerboard;
/// A seventh of the picture may be soiled.
const CORRECTION: EcLevel = EcLevel::M;

/// Modules along one edge of version 25.
const DENSE_SIDE: usize = 117;

/// The modules of a QR code, without its quiet zone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Code {
    /// Modules along one edge.
    pub side: usize,
    /// Row by row from the top, each row starting with a new byte; a dark module is 0, as in the stencil of a PDF.
    pub stencil: Vec<u8>,
}

impl Code {
    /// Encodes a text.
    pub fn new(text: &str) -> Result<Code, SheetError> {
        Code::of(text, CORRECTION)
    }

    /// Encodes a long text, with less correction where the code would be larger than a camera reads well.
    pub fn dense(text: &str) -> Result<Code, SheetError> {
        match Code::of(text, CORRECTION) {
            Ok(code) if code.side <= DENSE_SIDE => Ok(code),
            _ => Code::of(text, EcLevel::L),
        }
    }

    fn of(text: &str, correction: EcLevel) -> Result<Code, SheetError> {
        let (side, modules) = modules(text, correction)
            .map_err(|error| SheetError::Code { length: text.len(), message: error.to_string() })?;
        let mut stencil = Vec::with_capacity(side * side.div_ceil(8));
        for row in modules.chunks(side) {
            for eight in row.chunks(8) {
                let light = eight.iter().enumerate().filter(|(_, module)| **module == Color::Light);
                stencil.push(light.fold(0, |byte, (place, _)| byte | 0x80 >> place));
            }
        }
        Ok(Code { side, stencil })
    }
}

/// A QR code as rows of text for a terminal: half a block a module, with its quiet zone. Drawn dark on light; two rows
/// of modules a row of text.
///
/// # Errors
/// A text that no code holds.
///
/// # Examples
/// ```
/// let rows = adjutant_sheets::drawn_code("adjutant").unwrap();
/// assert!(rows.iter().all(|row| row.chars().count() == rows[0].chars().count()));
/// ```
pub fn drawn_code(text: &str) -> Result<Vec<String>, SheetError> {
    /// Light modules on every edge: as few as readers need on a screen.
    const QUIET: usize = 2;
    let (side, modules) = modules(text, EcLevel::L)
        .map_err(|error| SheetError::Code { length: text.len(), message: error.to_string() })?;
    let is_dark = |x: usize, y: usize| {
        let inside = |at: usize| at.checked_sub(QUIET).filter(|at| *at < side);
        inside(x).zip(inside(y)).is_some_and(|(x, y)| modules[y * side + x] == Color::Dark)
    };
    let half = |x: usize, y: usize| match (is_dark(x, y), is_dark(x, y + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    let edge = side + 2 * QUIET;
    Ok((0..edge).step_by(2).map(|y| (0..edge).map(|x| half(x, y)).collect()).collect())
}

/// A code with as much correction as it needs: on a screen, where nothing is dirty or folded, little.
fn modules(text: &str, correction: EcLevel) -> QrResult<(usize, Vec<Color>)> {
    let bits = bits::encode_auto(text.as_bytes(), correction)?;
    let version = bits.version();
    let (data, check) = ec::construct_codewords(&bits.into_bytes(), version, correction)?;
    let mut canvas = Canvas::new(version, correction);
    canvas.draw_all_functional_patterns();
    canvas.draw_data(&data, &check);
    canvas.apply_mask(MASK);
    let modules = canvas.into_colors();
    Ok((modules.len().isqrt(), modules))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dots along the edge of a module, and modules of white around the code, as a camera sees it.
    const DOTS: usize = 4;
    const QUIET: usize = 4;

    fn is_dark(code: &Code, x: usize, y: usize) -> bool {
        code.stencil[y * code.side.div_ceil(8) + x / 8] & (0x80 >> (x % 8)) == 0
    }

    /// What another library reads from the code.
    fn scanned(code: &Code) -> String {
        let edge = (code.side + 2 * QUIET) * DOTS;
        let module = |at: usize| (at / DOTS).checked_sub(QUIET).filter(|at| *at < code.side);
        let grey = |x: usize, y: usize| match (module(x), module(y)) {
            (Some(x), Some(y)) if is_dark(code, x, y) => 0,
            _ => 255,
        };
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(edge, edge, grey);
        let grids = picture.detect_grids();
        assert_eq!(grids.len(), 1, "one code");
        grids[0].decode().expect("a code that can be read").1
    }

    #[test]
    fn a_scanner_reads_every_text_that_is_printed_as_a_code() {
        let head = adjutant_engine::chain::Hash::of(b"head");
        let seal = crate::EventSeal { event: "gt-autumn-2026".into(), round: 6, seq: 1042, head };
        let address = "https://10.0.0.2:8443/p/7f3a9c0d2e#anna-bergstrom";
        for text in [seal.to_string(), address.to_owned(), "WIFI:T:WPA;S:Autumn GT;P:four dry words;;".to_owned()] {
            assert_eq!(scanned(&Code::new(&text).unwrap()), text);
        }
        for length in [1, 20, 60, 120, 200] {
            let text: String = ('a'..='z').chain('0'..='9').cycle().take(length).collect();
            assert_eq!(scanned(&Code::new(&text).unwrap()), text);
        }
    }
}
