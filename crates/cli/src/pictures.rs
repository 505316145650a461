//! Pictures in shades of grey, from the two formats that phones and scanners write.

use std::io::Cursor;

use adjutant_replay::carried::Grey;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The first bytes of every JPEG.
const JPEG_BEGINS: &[u8] = &[0xff, 0xd8, 0xff];
/// Dots of the largest picture that is looked at: more than any phone takes.
const DOTS_MAX: usize = 120_000_000;

/// The picture in these bytes; none where they are no JPEG and no PNG, or one that is damaged or larger than 120 million dots.
pub fn picture(bytes: &[u8]) -> Option<Grey> {
    if bytes.starts_with(JPEG_BEGINS) { jpeg(bytes) } else { png(bytes) }
}

/// The photographs in a PDF.
pub fn within(pdf: &[u8]) -> impl Iterator<Item = Grey> {
    let begins = pdf.windows(JPEG_BEGINS.len()).enumerate().filter(|(_, bytes)| *bytes == JPEG_BEGINS);
    begins.filter_map(|(at, _)| jpeg(&pdf[at..]))
}

fn jpeg(bytes: &[u8]) -> Option<Grey> {
    let grey = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::Luma);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), grey);
    decoder.decode_headers().ok()?;
    let (width, height) = decoder.dimensions()?;
    if width.checked_mul(height)? > DOTS_MAX {
        return None;
    }
    Grey::new(width, decoder.decode().ok()?)
}

fn png(bytes: &[u8]) -> Option<Grey> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    if width.checked_mul(height)? > DOTS_MAX {
        return None;
    }
    let mut dots = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut dots).ok()?;
    let samples = reader.output_color_type().0.samples();
    Grey::new(width, dots.chunks_exact(samples).map(shade).collect())
}

/// How light a dot is: grey or colours, with or without how much of it is seen; what is not seen is white paper.
fn shade(dot: &[u8]) -> u8 {
    let (light, seen) = match *dot {
        [grey] => (u32::from(grey), 255),
        [grey, seen] => (u32::from(grey), u32::from(seen)),
        [red, green, blue] => (luma(red, green, blue), 255),
        [red, green, blue, seen] => (luma(red, green, blue), u32::from(seen)),
        _ => (255, 255),
    };
    u8::try_from((light * seen + 255 * (255 - seen)) / 255).unwrap_or(u8::MAX)
}

/// Brightness of a colour (ITU-R BT.601, in thousandths).
fn luma(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_paper() {
        assert_eq!([shade(&[7]), shade(&[0, 0]), shade(&[255, 255, 255]), shade(&[0, 0, 0, 255])], [7, 255, 255, 0]);
        assert_eq!(shade(&[255, 0, 0]), 76);
    }

    #[test]
    fn what_is_no_picture_is_none() {
        for bytes in [&b""[..], b"\x89PNG\r\n\x1a\n", JPEG_BEGINS, b"%PDF-1.7"] {
            assert!(picture(bytes).is_none());
        }
        assert_eq!(within(JPEG_BEGINS).count(), 0);
    }
}
