//! The address of a hall, as people type it.

use crate::error::CliError;

/// Reads an address: `10.0.0.2`, `10.0.0.2:8080`, `http://hall.example`.
///
/// # Errors
/// Anything that is not the address of a page.
pub fn address(typed: &str) -> Result<String, CliError> {
    let (scheme, host) = typed.trim().split_once("://").unwrap_or(("http", typed.trim()));
    let host = host.trim_end_matches('/');
    let known = matches!(scheme, "http" | "https");
    let letters = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    if !known || host.is_empty() || host.len() > 200 || !host.chars().all(letters) {
        let found = adjutant_engine::visible::excerpt(typed);
        return Err(CliError::usage(format!("`{found}` is not the address of a page"))
            .hint("type what `adjutant serve` prints, such as 10.0.0.2:8080"));
    }
    Ok(format!("{scheme}://{host}"))
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn addresses_are_read_as_people_type_them() {
        let read = |typed: &str| address(typed).ok();
        assert_eq!(read("10.0.0.2").as_deref(), Some("http://10.0.0.2"));
        assert_eq!(read(" http://10.0.0.2:8080/ ").as_deref(), Some("http://10.0.0.2:8080"));
        assert_eq!(read("https://hall.example").as_deref(), Some("https://hall.example"));
        assert_eq!(read("[fe80::1]:80").as_deref(), Some("http://[fe80::1]:80"));
        for wrong in ["", "http://", "ftp://x", "a b", "10.0.0.2/x", "x\u{1b}[2J", "ä"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }
}
