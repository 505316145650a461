//! Rows of text with roles, the lower part of the screen, keys, and a line that is typed.

pub mod editor;
pub mod key;
pub mod line;
pub mod pane;
