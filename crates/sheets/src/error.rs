//! What may go wrong on the way to paper.

/// A sheet that could not be printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// A font could not be cut down to the characters of the document.
    #[error("the font {face} cannot be embedded: {message}")]
    Font {
        /// Which one.
        face: String,
        /// What the subsetter says.
        message: String,
    },
    /// A text is too long for a QR code.
    #[error("a text of {length} bytes does not fit a QR code ({message}); the most is 2,331")]
    Code {
        /// Of the text.
        length: usize,
        /// What the encoder says.
        message: String,
    },
    /// The PDF could not be written.
    #[error("the PDF cannot be written: {0}")]
    Write(String),
}
