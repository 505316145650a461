//! QR codes as pictures of one bit a module.

use qrcode::{EcLevel, QrCode};

use crate::SheetError;

/// The modules of a QR code, without its quiet zone.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Code {
    /// Modules along one edge.
    pub side: usize,
    /// Row by row from the top, each row starting with a new byte; a dark module is 0, as in the stencil of a PDF.
    pub stencil: Vec<u8>,
}

impl Code {
    /// Encodes a text so that a seventh of the picture may be soiled.
    pub fn new(text: &str) -> Result<Code, SheetError> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M)
            .map_err(|error| SheetError::Code { length: text.len(), message: error.to_string() })?;
        let side = code.width();
        let mut stencil = Vec::with_capacity(side * side.div_ceil(8));
        for row in code.into_colors().chunks(side) {
            for eight in row.chunks(8) {
                let light = eight.iter().enumerate().filter(|(_, module)| **module == qrcode::Color::Light);
                stencil.push(light.fold(0, |byte, (place, _)| byte | 0x80 >> place));
            }
        }
        Ok(Code { side, stencil })
    }
}
