//! The program `adjutant`.
fn main() {}
