//! A real terminal: keys in, screens out.

use std::io::{Stdout, Write};
use std::time::Duration;

use adjutant_engine::visible::visible;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute, queue};

use super::Key;
use super::host::Host;
use super::screen::{self, Line, Style};
use crate::error::{CliError, ErrorKind};

/// How long nothing may happen before the clocks are drawn anew.
const TICK: Duration = Duration::from_secs(1);

/// Runs a session until the players leave. The terminal is given back as it was, whatever happens.
///
/// # Errors
/// A terminal that breaks away.
pub fn run(host: &mut Host, color: bool) -> Result<(), CliError> {
    host.ask_for_rules();
    let mut screen = Screen::take(color).map_err(|error| broken(&error))?;
    follow(host, &mut screen)
}

fn follow(host: &mut Host, screen: &mut Screen) -> Result<(), CliError> {
    while !host.is_over() {
        screen.draw(&screen::render(host)).map_err(|error| broken(&error))?;
        if !event::poll(TICK).map_err(|error| broken(&error))? {
            continue;
        }
        if let Event::Key(key) = event::read().map_err(|error| broken(&error))?
            && key.kind != KeyEventKind::Release
        {
            if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd')) {
                host.leave();
                return Ok(());
            }
            if let Some(key) = translated(key) {
                host.press(key);
            }
        }
    }
    Ok(())
}

fn translated(key: KeyEvent) -> Option<Key> {
    Some(match key.code {
        KeyCode::Char(c) => Key::Char(c),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Left | KeyCode::Up => Key::Back,
        KeyCode::Right | KeyCode::Down => Key::Forward,
        KeyCode::PageUp => Key::PageBack,
        KeyCode::PageDown => Key::PageForward,
        _ => return None,
    })
}

/// The terminal while it is ours.
struct Screen {
    out: Stdout,
    color: bool,
}

impl Screen {
    fn take(color: bool) -> std::io::Result<Screen> {
        terminal::enable_raw_mode()?;
        let mut screen = Screen { out: std::io::stdout(), color };
        execute!(screen.out, EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }

    fn draw(&mut self, lines: &[Line]) -> std::io::Result<()> {
        for (row, line) in lines.iter().enumerate() {
            queue!(self.out, cursor::MoveTo(0, u16::try_from(row).unwrap_or(u16::MAX)))?;
            for (text, style) in &line.spans {
                self.style(*style)?;
                queue!(self.out, Print(visible(text)), SetAttribute(Attribute::Reset), ResetColor)?;
            }
            queue!(self.out, Clear(ClearType::UntilNewLine))?;
        }
        self.out.flush()
    }

    fn style(&mut self, style: Style) -> std::io::Result<()> {
        let (attribute, color) = match style {
            Style::Plain => return Ok(()),
            Style::Bold => (Attribute::Bold, None),
            Style::Dim => (Attribute::Dim, None),
            Style::Title => (Attribute::Reverse, None),
            Style::Good => (Attribute::Bold, Some(Color::Green)),
            Style::Bad => (Attribute::Bold, Some(Color::Yellow)),
            Style::Marked => (Attribute::Reverse, None),
            Style::Key => (Attribute::Bold, Some(Color::Cyan)),
        };
        queue!(self.out, SetAttribute(attribute))?;
        match color.filter(|_| self.color) {
            Some(color) => queue!(self.out, SetForegroundColor(color)),
            None => Ok(()),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A terminal that is gone needs nothing back.
        let _ = execute!(self.out, cursor::Show, LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

fn broken(error: &std::io::Error) -> CliError {
    CliError::new(ErrorKind::Files, format!("the terminal: {error}"))
        .hint("everything recorded is kept; `adjutant match play` goes on from there")
}
