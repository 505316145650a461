//! Keys, as any terminal gives them, and how they are called.

/// A key, as any terminal gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is called as it is printed on the keyboard")]
pub enum Key {
    /// A printed character.
    Char(char),
    /// A letter with Ctrl.
    Control(char),
    Enter,
    Escape,
    Backspace,
    Delete,
    Tab,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
}

/// How a key is called.
pub fn key_name(key: Key) -> String {
    match key {
        Key::Char(' ') => "Space".into(),
        Key::Char(c) if adjutant_engine::visible::acts(c) => "that key".into(),
        Key::Char(c) => c.to_string(),
        Key::Control(c) => format!("Ctrl-{}", c.to_ascii_uppercase()),
        Key::Enter => "Enter".into(),
        Key::Escape => "Esc".into(),
        Key::Backspace => "Backspace".into(),
        Key::Delete => "Delete".into(),
        Key::Tab => "Tab".into(),
        Key::Up => "↑".into(),
        Key::Down => "↓".into(),
        Key::Left => "←".into(),
        Key::Right => "→".into(),
        Key::Home => "Home".into(),
        Key::End => "End".into(),
        Key::PageUp => "PgUp".into(),
        Key::PageDown => "PgDn".into(),
    }
}
