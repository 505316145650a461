//! How the lists of a screen are set: in columns whose rows fit on the picture.

/// Rows of one column, so that a name is read from 15 m.
pub(super) const ROWS: usize = 12;
/// Height that the rows of a column have, and that of a row of one line, in hundredths of the picture.
pub(super) const COLUMN: usize = 74;
pub(super) const LINE: usize = 5;

/// How a list is set: few entries large, many close together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// Two columns, read from 15 m.
    Large,
    /// Four columns, read from 8 m.
    Close,
}

/// Columns of a list that is set close, and rows in each.
const CLOSE: (usize, usize) = (4, 15);
/// The height that the rows of a close column have.
const CLOSE_COLUMN: usize = 76;

impl Set {
    /// For so many entries, of which a large page holds so many: close where large pages would turn for too long.
    pub(super) fn of(entries: usize, on_a_page: usize) -> Set {
        const PAGES: usize = 5;
        if entries > PAGES * on_a_page { Set::Close } else { Set::Large }
    }

    pub(super) fn columns(self) -> usize {
        if self == Set::Close { CLOSE.0 } else { 2 }
    }

    /// How many rows a column has at the most, and how much room; so many rows where they are large.
    pub(super) fn room(self, large: usize) -> [usize; 2] {
        if self == Set::Close { [CLOSE.1, CLOSE_COLUMN] } else { [large, COLUMN] }
    }

    /// What the row of two names takes, the one at the left and the one at the right, in hundredths of the picture.
    pub(super) fn height(self, one: &str, other: &str) -> usize {
        match self {
            Set::Large => LINE.max(lines(one, 13) * 4 + 1).max(lines(other, 11) * 3 + 1),
            Set::Close => close(lines(one, 11), 26).max(close(lines(other, 12), 23)),
        }
    }
}

/// The height of a close row of so many lines, each of so many thousandths of the picture.
pub(super) fn close(lines: usize, thousandths: usize) -> usize {
    (lines * thousandths).div_ceil(10).max(LINE)
}

/// Cuts a list into columns that fit on the picture: a long name takes several lines.
pub(super) fn columns<'a, T>(all: &'a [T], [most, room]: [usize; 2], height: &dyn Fn(&T) -> usize) -> Vec<&'a [T]> {
    let mut columns = Vec::new();
    let (mut from, mut used) = (0, 0);
    for (at, entry) in all.iter().enumerate() {
        let own = height(entry);
        if at > from && (at - from == most || used + own > room) {
            columns.push(&all[from..at]);
            (from, used) = (at, 0);
        }
        used += own;
    }
    if from < all.len() {
        columns.push(&all[from..]);
    }
    columns
}

/// How many lines a name takes at a number of letters a line: it breaks at spaces, behind hyphens, and inside a word that
/// is longer than a line.
pub(super) fn lines(name: &str, letters: usize) -> usize {
    let (mut lines, mut used) = (1, 0);
    for word in name.split_inclusive([' ', '-']) {
        let (whole, bare) = (word.chars().count(), word.trim_end().chars().count());
        if used > 0 && used + bare > letters {
            (lines, used) = (lines + 1, 0);
        }
        lines += (used + bare).saturating_sub(1) / letters;
        used = if used + bare > letters { (bare - 1) % letters + 1 + whole - bare } else { used + whole };
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_never_higher_than_the_picture() {
        let all = [5, 5, 30, 30, 30, 200, 5, 5];
        let cut = columns(&all, [ROWS, COLUMN], &|height: &usize| *height);
        assert_eq!(cut, [&[5, 5, 30, 30][..], &[30], &[200], &[5, 5]]);
        assert!(columns::<u8>(&[], [ROWS, COLUMN], &|_| 1).is_empty());
    }

    #[test]
    fn a_long_name_takes_the_lines_that_a_browser_gives_it() {
        for (name, letters, wanted) in [
            ("", 13, 1),
            ("Dora Quist", 13, 1),
            ("Emeka Nwosu-Adébáyò", 13, 2),
            ("Emeka Nwosu-Adébáyò", 11, 3),
            ("Bartholomäus von Hohenstein-Lüneburg", 13, 4),
            ("Donaudampfschifffahrtsgesellschaftskapitän", 13, 4),
            ("Donaudampfschifffahrtsgesellschaftskapitän", 11, 4),
        ] {
            assert_eq!(lines(name, letters), wanted, "{name} in lines of {letters}");
        }
    }
}
