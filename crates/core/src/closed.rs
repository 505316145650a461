//! Closed lists: each entry once, with its word.

/// A closed list: the enum, all of its entries in order, and the word by which logs and programs know each.
///
/// With `written`, serde reads and writes these words; with `told`, `meaning` says what each stands for, in the words
/// that are written above it here. An entry that is added has a word and stands in `ALL`, or does not compile.
///
/// ```
/// adjutant_core::closed! {
///     /// How a turn ends.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
///     pub enum Ending by as_str, written {
///         /// Both shake hands.
///         InPeace "in-peace",
///         /// Nobody does.
///         InSilence "in-silence",
///     }
/// }
/// assert_eq!(Ending::ALL.map(Ending::as_str), ["in-peace", "in-silence"]);
/// assert_eq!(serde_json::to_string(&Ending::InSilence).unwrap(), "\"in-silence\"");
/// ```
#[macro_export]
macro_rules! closed {
    ($(#[$about:meta])* $vis:vis enum $list:ident by $word:ident {
        $($(#[$of:meta])* $entry:ident $text:literal,)*
    }) => {
        $(#[$about])*
        $vis enum $list {
            $($(#[$of])* $entry,)*
        }

        $crate::closed!(@words $list $word $($entry $text)*);
    };
    ($(#[$about:meta])* $vis:vis enum $list:ident by $word:ident, written {
        $($(#[$of:meta])* $entry:ident $text:literal,)*
    }) => {
        $(#[$about])*
        $vis enum $list {
            $($(#[$of])* #[serde(rename = $text)] $entry,)*
        }

        $crate::closed!(@words $list $word $($entry $text)*);
    };
    ($(#[$about:meta])* $vis:vis enum $list:ident by $word:ident, told {
        $($(#[doc = $told:literal])+ $entry:ident $text:literal,)*
    }) => {
        $(#[$about])*
        $vis enum $list {
            $($(#[doc = $told])+ $entry,)*
        }

        $crate::closed!(@words $list $word $($entry $text)*);

        impl $list {
            /// What it stands for, in a sentence or two.
            pub fn meaning(self) -> &'static str {
                match self {
                    $($list::$entry => concat!($($told),+).trim_ascii(),)*
                }
            }
        }
    };
    (@words $list:ident $word:ident $($entry:ident $text:literal)*) => {
        impl $list {
            /// All of them, in order.
            pub const ALL: [$list; [$($text),*].len()] = [$($list::$entry),*];

            /// Its word in logs and programs.
            pub const fn $word(self) -> &'static str {
                match self {
                    $($list::$entry => $text,)*
                }
            }
        }
    };
}
