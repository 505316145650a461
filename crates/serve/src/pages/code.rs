//! Codes that phones read.

use maud::{Markup, html};
use qrcode::{Color, QrCode};

/// A code that phones read, as one drawing.
pub fn qr(text: &str) -> Markup {
    let Ok(code) = QrCode::new(text.as_bytes()) else { return html! {} };
    let width = code.width();
    // A password that a code holds is not read out.
    let label =
        if text.starts_with("WIFI:") { "QR code: join the Wi-Fi".to_owned() } else { format!("QR code: {text}") };
    let colours = code.to_colors();
    let mut drawing = String::new();
    for (at, colour) in colours.iter().enumerate() {
        if *colour == Color::Dark {
            use std::fmt::Write;
            let _ = write!(drawing, "M{} {}h1v1h-1z", at % width, at / width);
        }
    }
    html! {
        svg.qr viewBox={ "0 0 " (width) " " (width) } shape-rendering="crispEdges" role="img" aria-label=(label) {
            path d=(drawing) {}
        }
    }
}
