//! A real terminal: keys in, screens out.

use std::io::{Stdout, stdout};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event, KeyCode,
    KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthChar;

use crate::error::Error;
use crate::host::desk::Host;
use crate::text::key::Key;
use crate::text::line::{Line, Role, width};
use crate::view;

/// How long nothing may happen before the clocks are drawn anew and other recorders are looked for.
const TICK: Duration = Duration::from_millis(500);
/// The same key again within this time is one key: a switch that bounces, or a key that is held.
const BOUNCE: Duration = Duration::from_millis(60);
/// How long a secret choice is shown to its player.
const PEEK: Duration = Duration::from_secs(2);
/// So many characters at once are a paste, where the terminal does not say so itself.
const BURST: usize = 4;

/// The colours that roles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// For a dark background.
    Dark,
    /// For a light background.
    Light,
    /// Without colours: bold, underlined, reverse.
    Plain,
}

impl Theme {
    /// How a role looks. The background is never set, but for a QR code, which cameras want dark on light.
    pub fn style(self, role: Role) -> Style {
        let plain = Style::default();
        let (modifier, dark, light) = match role {
            Role::Plain => return plain,
            Role::One => (Modifier::BOLD, 75, 25),
            Role::Two => (Modifier::BOLD, 215, 130),
            Role::Title => return plain.add_modifier(Modifier::BOLD),
            Role::Key => return plain.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Role::Marked => return plain.add_modifier(Modifier::REVERSED),
            Role::Points => (Modifier::BOLD, 114, 28),
            Role::Soon => (Modifier::BOLD, 221, 94),
            Role::Wrong => (Modifier::BOLD, 203, 160),
            Role::Quiet => (Modifier::empty(), 245, 242),
            Role::Code => return plain.fg(Color::Indexed(16)).bg(Color::Indexed(231)),
        };
        match self {
            Theme::Plain => plain.add_modifier(modifier),
            Theme::Dark => plain.add_modifier(modifier).fg(Color::Indexed(dark)),
            Theme::Light => plain.add_modifier(modifier).fg(Color::Indexed(light)),
        }
    }
}

/// Which signs a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// All of Unicode.
    All,
    /// Only those of ASCII, because the locale or the terminal has no others.
    Ascii,
}

impl Signs {
    /// Spells rows with the signs that there are, each in as many columns.
    pub fn spell(self, lines: &mut [Line]) {
        if self == Signs::Ascii {
            let pieces = lines.iter_mut().flat_map(|line| &mut line.spans);
            pieces.for_each(|(text, _)| *text = text.chars().map(plain_sign).collect());
        }
    }
}

/// The sign that stands for another one where there is only ASCII.
fn plain_sign(sign: char) -> String {
    let plain = match sign {
        _ if sign.is_ascii() => sign,
        '●' => 'o',
        '◆' => '#',
        '⚑' | '↑' => '^',
        '▶' | '▸' | '→' => '>',
        '←' => '<',
        '▓' | '█' => '=',
        '░' | '·' => '.',
        '─' | '–' | '—' | '−' => '-',
        '│' | '▏' | '‖' => '|',
        '…' => '~',
        '✓' | '↓' => 'v',
        '✗' | '×' => 'x',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        _ => return "?".repeat(sign.width().unwrap_or(0)),
    };
    plain.to_string()
}

/// Paints rows into a buffer.
pub fn paint(lines: &[Line], theme: Theme, buffer: &mut Buffer) {
    let area = buffer.area;
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        let mut x = area.left();
        for (text, role) in &line.spans {
            if x >= area.right() {
                break;
            }
            buffer.set_stringn(x, y, text, usize::from(area.right() - x), theme.style(*role));
            x = x.saturating_add(u16::try_from(width(text)).unwrap_or(u16::MAX));
        }
    }
}

/// Runs a session until the players leave. The terminal is given back as it was, whatever happens.
///
/// # Errors
/// A terminal that breaks away.
pub fn run(host: &mut Host, theme: Theme, signs: Signs) -> Result<(), Error> {
    host.ask_for_rules();
    let mut screen = Screen::take().map_err(Error::Terminal)?;
    follow(host, &mut screen, theme, signs).map_err(Error::Terminal)
}

fn follow(host: &mut Host, screen: &mut Screen, theme: Theme, signs: Signs) -> std::io::Result<()> {
    let mut last: Option<(Key, Instant)> = None;
    let mut peeked: Option<Instant> = None;
    while !host.is_over() {
        host.tick();
        hide(host, &mut peeked);
        screen.terminal.draw(|frame| {
            let area = frame.area();
            host.shown(usize::from(area.width), usize::from(area.height));
            let mut lines = view::frame(&host.scene(), usize::from(area.width), usize::from(area.height));
            signs.spell(&mut lines);
            paint(&lines, theme, frame.buffer_mut());
        })?;
        if !event::poll(TICK)? {
            host.poll();
            continue;
        }
        let (mut keys, mut mice) = (Vec::new(), Vec::new());
        // Everything that has arrived is read at once: a burst of characters is a paste, not keys.
        while keys.len() < 1000 && event::poll(Duration::ZERO)? {
            match event::read()? {
                Event::Paste(text) => host.paste(&text),
                Event::Key(key) if key.kind != KeyEventKind::Release => keys.extend(translated(key)),
                Event::Mouse(mouse) => mice.push(mouse),
                _ => {}
            }
        }
        host.poll();
        let size = screen.terminal.size()?;
        mice.into_iter().for_each(|mouse| point(host, mouse, (usize::from(size.width), usize::from(size.height))));
        let printed = keys.iter().filter(|key| matches!(key, Key::Char(_))).count();
        if printed >= BURST && keys.windows(2).any(|pair| pair[0] != pair[1]) {
            host.paste(&pasted(&keys));
            continue;
        }
        for key in keys {
            let now = Instant::now();
            let bounced = last.is_some_and(|(before, at)| before == key && now.duration_since(at) < BOUNCE);
            last = Some((key, now));
            if !bounced
                || matches!(key, Key::Backspace | Key::Up | Key::Down | Key::Left | Key::Right)
                || host.session().types(host.recording())
            {
                host.press(key);
            }
        }
    }
    Ok(())
}

/// Hides a secret choice that was shown for a moment: a key that is forgotten shows it to nobody.
fn hide(host: &mut Host, peeked: &mut Option<Instant>) {
    *peeked = host.session().is_peeking().then(|| peeked.unwrap_or_else(Instant::now));
    if peeked.is_some_and(|since| since.elapsed() > PEEK) {
        host.press(Key::Tab);
    }
}

/// A click or a turn of the wheel; that the mouse moves means nothing.
fn point(host: &mut Host, mouse: MouseEvent, size: (usize, usize)) {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            host.click((usize::from(mouse.column), usize::from(mouse.row)), size);
        }
        MouseEventKind::ScrollUp => host.wheel(true),
        MouseEventKind::ScrollDown => host.wheel(false),
        _ => {}
    }
}

/// The text of keys that came at once.
fn pasted(keys: &[Key]) -> String {
    let characters = keys.iter().filter_map(|key| match key {
        Key::Char(character) => Some(*character),
        Key::Enter => Some('\n'),
        _ => None,
    });
    characters.collect()
}

fn translated(key: KeyEvent) -> Vec<Key> {
    // Esc and a key that reach the program together read as that key with Alt.
    let escape = key.modifiers.contains(KeyModifiers::ALT).then_some(Key::Escape);
    escape.into_iter().chain(plain(key)).collect()
}

fn plain(key: KeyEvent) -> Option<Key> {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char(c) if control => Key::Control(c.to_ascii_lowercase()),
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Tab => Key::Tab,
        KeyCode::Left => Key::Left,
        KeyCode::Up => Key::Up,
        KeyCode::Right => Key::Right,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    })
}

/// The terminal while it is ours.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    _taken: Taken,
}

impl Screen {
    fn take() -> std::io::Result<Screen> {
        use crossterm::terminal::{EnterAlternateScreen, enable_raw_mode};
        enable_raw_mode()?;
        let taken = Taken;
        // The other screen is cleared without asking where the cursor stands: a slow line may not answer in time.
        execute!(
            stdout(),
            EnterAlternateScreen,
            EnableBracketedPaste,
            EnableMouseCapture,
            Clear(ClearType::All),
            Hide
        )?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(Screen { terminal, _taken: taken })
    }
}

/// Gives the terminal back as it was, also where the screen could not be made.
struct Taken;

impl Drop for Taken {
    fn drop(&mut self) {
        use crossterm::terminal::{LeaveAlternateScreen, disable_raw_mode};
        // A terminal that is gone needs nothing back.
        let _ = execute!(stdout(), DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
