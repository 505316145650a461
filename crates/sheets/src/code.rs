//! QR codes as pictures of one bit a module.

use qrcode::canvas::{Canvas, MaskPattern};
use qrcode::types::{Color, EcLevel, QrResult};
use qrcode::{bits, ec};

use crate::SheetError;

/// Any mask makes a valid code, which names the one it has. Trying all eight, as the standard advises for data with
/// regular patterns, took a third of the time of a page; a hash has no patterns.
const MASK: MaskPattern = MaskPattern::Checkerboard;
/// A seventh of the picture may be soiled.
const CORRECTION: EcLevel = EcLevel::M;

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
        let (side, modules) =
            modules(text).map_err(|error| SheetError::Code { length: text.len(), message: error.to_string() })?;
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

fn modules(text: &str) -> QrResult<(usize, Vec<Color>)> {
    let bits = bits::encode_auto(text.as_bytes(), CORRECTION)?;
    let version = bits.version();
    let (data, correction) = ec::construct_codewords(&bits.into_bytes(), version, CORRECTION)?;
    let mut canvas = Canvas::new(version, CORRECTION);
    canvas.draw_all_functional_patterns();
    canvas.draw_data(&data, &correction);
    canvas.apply_mask(MASK);
    let modules = canvas.into_colors();
    Ok((modules.len().isqrt(), modules))
}
