//! Packs the fonts, which are half of what the program would carry for paper alone; `font.rs` unpacks one on its first use.

use std::io::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo names no OUT_DIR"))?;
    println!("cargo:rerun-if-changed=fonts");
    for name in ["NotoSans-Regular", "NotoSans-Bold"] {
        let plain = fs::read(Path::new("fonts").join(format!("{name}.ttf")))?;
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(&plain)?;
        fs::write(Path::new(&out).join(format!("{name}.z")), packed.finish()?)?;
    }
    Ok(())
}
