//! Pages of the hall and sheets of paper as pictures that any forge shows: a page stands in the picture as the server wrote it,
//! a sheet is drawn from the operations of its PDF.

#[path = "../../crates/sheets/tests/support/told.rs"]
mod told;

use std::collections::BTreeMap;
use std::fmt::Write;

use lopdf::{Dictionary, Document, Object};

use super::svg::escaped;
use told::told;

fn picture([wide, high]: [f32; 2], told: &str, inside: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" role=\"img\">\n\
         <title>{}</title>\n{inside}</svg>\n",
        escaped(told)
    )
}

/// A page as it stands in a window of some size, with its own styles; its scripts are left out.
pub fn page_drawn(html: &str, style: &str, [wide, high]: [f32; 2], told: &str) -> String {
    let (head, rest) = html.split_once("<body").expect("a body");
    let body = rest.split_once('>').expect("a body").1.split("</body>").next().expect("a body");
    let look = head.split_once("<html lang=\"en\"").and_then(|(_, rest)| rest.split('>').next()).unwrap_or_default();
    let inside = format!(
        "<style><![CDATA[svg{{font-size:18px}}\n{style}]]></style>\n<foreignObject width=\"{wide}\" height=\"{high}\">\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\"{look}><body>{}</body></html>\n</foreignObject>\n",
        well_formed(body)
    );
    picture([wide, high], told, &inside)
}

/// Markup as XML wants it: every tag closed, every attribute with a value.
fn well_formed(html: &str) -> String {
    const EMPTY: [&str; 5] = ["br", "col", "hr", "img", "input"];
    let (mut xml, mut rest) = (String::new(), html);
    while let Some((text, after)) = rest.split_once('<') {
        xml += text;
        let mut quoted = false;
        let end = after.find(|c: char| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, behind) = after.split_at(end.expect("a tag ends"));
        rest = &behind[1..];
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if name == "script" {
            rest = rest.split_once("</script>").expect("a script ends").1;
            continue;
        }
        // What nobody sees: forms hold numbers there that are others every time.
        if tag.contains("type=\"hidden\"") {
            continue;
        }
        let close = if EMPTY.contains(&name) { "/" } else { "" };
        let space = if name == "svg" { " xmlns=\"http://www.w3.org/2000/svg\"" } else { "" };
        let _ = write!(xml, "<{}{space}{close}>", with_values(tag));
    }
    xml + rest
}

/// A tag whose attributes all have values: `input disabled` becomes `input disabled=""`.
fn with_values(tag: &str) -> String {
    let mut parts = tag.split('"').enumerate().map(|(at, part)| match at % 2 {
        1 => format!("\"{part}\""),
        _ if at == 0 && tag.starts_with('/') => part.to_owned(),
        _ => {
            let words = part.split(' ').enumerate().map(|(word_at, word)| match word {
                word if word.is_empty() || word.ends_with('=') || at + word_at == 0 => word.to_owned(),
                word => format!("{word}=\"\""),
            });
            words.collect::<Vec<_>>().join(" ")
        }
    });
    let first = parts.next().unwrap_or_default();
    parts.fold(first, |tag, part| tag + &part)
}

/// The first page of a PDF that this program wrote.
pub fn sheet_drawn(pdf: &[u8], told: &str) -> String {
    let document = Document::load_mem(pdf).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let edges = document.get_dictionary(page).and_then(|page| page.get(b"MediaBox")).and_then(Object::as_array);
    let size: Vec<f32> = edges.expect("edges").iter().map(number).collect();
    let (own, others) = document.get_page_resources(page).expect("resources");
    let resources = others.iter().filter_map(|id| document.get_dictionary(*id).ok()).chain(own);
    let images = resources.filter_map(|all| document.get_dict_in_dict(all, b"XObject").ok()).collect();
    let fonts = document.get_page_fonts(page).expect("fonts").into_iter();
    let fonts = fonts.map(|(name, font)| (name, Face::of(&document, font))).collect();
    let mut drawing = Drawing { document: &document, images, fonts, high: size[3], ..Drawing::new(&document) };
    for operation in document.get_and_decode_page_content(page).expect("operations").operations {
        drawing.take(&operation.operator, &operation.operands);
    }
    let ground = format!("<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", size[2], size[3]);
    picture([size[2], size[3]], told, &(ground + &drawing.svg))
}

fn number(value: &Object) -> f32 {
    value.as_float().expect("a number")
}

/// What a font of a page says of its glyphs: how wide each is, and what it stands for.
struct Face {
    bold: bool,
    widths: Vec<f32>,
    told: BTreeMap<u16, String>,
}

impl Face {
    fn of(document: &Document, font: &Dictionary) -> Face {
        let descendant = font.get(b"DescendantFonts").and_then(Object::as_array).expect("a list")[0].as_reference();
        let descendant = document.get_dictionary(descendant.expect("a reference")).expect("a font");
        let widths = descendant.get(b"W").and_then(Object::as_array).expect("widths")[1].as_array().expect("widths");
        let name = font.get(b"BaseFont").and_then(Object::as_name).expect("a name");
        Face { bold: name.ends_with(b"Bold"), widths: widths.iter().map(number).collect(), told: told(document, font) }
    }
}

/// A page on its way to a picture.
struct Drawing<'a> {
    document: &'a Document,
    images: Vec<&'a Dictionary>,
    fonts: BTreeMap<Vec<u8>, Face>,
    high: f32,
    svg: String,
    path: String,
    fill: String,
    stroke: String,
    thick: f32,
    dashed: bool,
    font: (Vec<u8>, f32),
    at: [f32; 2],
    area: [f32; 4],
}

impl<'a> Drawing<'a> {
    fn new(document: &'a Document) -> Drawing<'a> {
        let (svg, path, fill, stroke) = Default::default();
        let (images, fonts, font, at, area) = Default::default();
        let (high, thick, dashed) = (0.0, 1.0, false);
        Drawing { document, images, fonts, high, svg, path, fill, stroke, thick, dashed, font, at, area }
    }

    fn take(&mut self, operator: &str, operands: &[Object]) {
        let numbers: Vec<f32> = operands.iter().filter_map(|operand| operand.as_float().ok()).collect();
        let colour = || {
            let part = |share: &f32| format!("{:02x}", (share * 255.0).round() as u8);
            numbers.iter().map(part).fold("#".to_owned(), |colour, part| colour + &part)
        };
        match (operator, numbers.as_slice()) {
            ("rg", _) => self.fill = colour(),
            ("RG", _) => self.stroke = colour(),
            ("w", [thick]) => self.thick = *thick,
            ("d", _) => self.dashed = operands[0].as_array().is_ok_and(|dashes| !dashes.is_empty()),
            ("m", [x, y]) => self.step('M', *x, *y),
            ("l", [x, y]) => self.step('L', *x, *y),
            ("h", _) => self.path.push('Z'),
            ("re", [x, y, wide, high]) => {
                self.step('M', *x, y + high);
                let _ = write!(self.path, "h{wide}v{high}h-{wide}Z");
            }
            ("f", _) => self.paint(true, false),
            ("S" | "s", _) => self.paint(false, true),
            ("B", _) => self.paint(true, true),
            ("Tf", [size]) => self.font = (operands[0].as_name().expect("a font").to_owned(), *size),
            ("Tm", [.., x, y]) => self.at = [*x, self.high - y],
            ("Tj", _) => self.text(operands[0].as_str().expect("glyphs")),
            ("cm", [wide, _, _, high, x, y]) => self.area = [*x, self.high - y - high, *wide, *high],
            ("Do", _) => self.code(operands[0].as_name().expect("a name")),
            ("BT" | "ET" | "q" | "Q", _) => {}
            other => panic!("the picture does not know {other:?}"),
        }
    }

    fn step(&mut self, how: char, x: f32, y: f32) {
        let _ = write!(self.path, "{how}{x} {:.2}", self.high - y);
    }

    fn paint(&mut self, filled: bool, stroked: bool) {
        let fill = if filled { self.fill.as_str() } else { "none" };
        let _ = write!(self.svg, "<path d=\"{}\" fill=\"{fill}\"", self.path);
        if stroked {
            let _ = write!(self.svg, " stroke=\"{}\" stroke-width=\"{}\"", self.stroke, self.thick);
            self.svg += if self.dashed { " stroke-dasharray=\"3 2.5\"" } else { "" };
        }
        self.svg += "/>\n";
        self.path.clear();
    }

    fn text(&mut self, glyphs: &[u8]) {
        let face = &self.fonts[&self.font.0];
        let glyphs: Vec<u16> = glyphs.chunks(2).map(|two| u16::from_be_bytes([two[0], two[1]])).collect();
        let text: String = glyphs.iter().filter_map(|glyph| face.told.get(glyph)).map(String::as_str).collect();
        let wide: f32 = glyphs.iter().map(|glyph| face.widths[usize::from(*glyph)]).sum();
        let (weight, size) = (if face.bold { " font-weight=\"700\"" } else { "" }, self.font.1);
        let _ = writeln!(
            self.svg,
            "<text x=\"{}\" y=\"{:.2}\" fill=\"{}\" font-family=\"'Noto Sans',system-ui,Arial,sans-serif\" \
             font-size=\"{size}\"{weight} textLength=\"{:.2}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
            self.at[0],
            self.at[1],
            self.fill,
            wide * size / 1000.0,
            escaped(&text)
        );
    }

    /// A code of squares, the dark ones as one path.
    fn code(&mut self, name: &[u8]) {
        let image = self.images.iter().find_map(|all| all.get(name).and_then(Object::as_reference).ok());
        let image = self.document.get_object(image.expect("an image")).and_then(Object::as_stream).expect("an image");
        let side = image.dict.get(b"Width").and_then(Object::as_i64).expect("a width") as usize;
        let bits = image.decompressed_content().unwrap_or_else(|_| image.content.clone());
        let dark = |row: usize, at: usize| bits[row * side.div_ceil(8) + at / 8] & (0x80 >> (at % 8)) == 0;
        let squares = (0..side).flat_map(|row| (0..side).map(move |at| (row, at))).filter(|(row, at)| dark(*row, *at));
        let path: String = squares.map(|(row, at)| format!("M{at} {row}h1v1h-1z")).collect();
        let [x, y, wide, high] = self.area;
        let (across, down) = (wide / side as f32, high / side as f32);
        let _ = writeln!(
            self.svg,
            "<path transform=\"translate({x} {y:.2}) scale({across:.4} {down:.4})\" d=\"{path}\" fill=\"#14141a\"/>"
        );
    }
}
