//! The table screen `adjutant match play`: it walks the set-up, then waits for what the players say and tells what
//! follows from it.
//!
//! | floor, the lowest first | what it holds |
//! |---|---|
//! | [`text`] | rows of text with roles, panes, keys, a line that is typed |
//! | [`tray`] | lines of a verb that are typed and not recorded, dice that are typed step by step |
//! | [`trial`], [`due`], [`asked`] | what commands would bring about; what the moment asks for; open questions and their answers |
//! | [`feed`], [`past`], [`spoken`], [`clock`] | what happened in sentences; what was recorded; lines of words; the players' time |
//! | [`step`], [`mode`], [`menu`] | as data: what a key asks for, what is open, what can be chosen |
//! | [`shared`], [`plan`] | a session beside its log; what `>` records |
//! | [`panel`] | the board, lists and pages |
//! | [`modes`] | the overview and everything that opens over it: keys and panes |
//! | [`keys`], [`view`] | which mode has a key; a session as rows of text |
//! | [`host`] | carries out what keys ask for: records, dice, secrets, army lists, print |
//! | [`terminal`], [`mouse`], [`lines`] | a real terminal and its mouse; line prompts where there is none |
//!
//! A [`shared::Session`] reads no clock and writes nothing: its `press` turns a key into [`step::Deed`]s. What stands in
//! the log is durable before the program waits for the next key. Time moves with `>` only: it ends a phase in the
//! overview (or its guard, or on the way to a later phase) and a turn in the turn sheet. Enter records lines that stand
//! complete on the screen, Esc steps back, and neither of them changes round, turn or phase.

pub mod asked;
pub mod clock;
pub mod due;
pub mod error;
pub mod feed;
pub mod host;
pub mod keys;
pub mod lines;
pub mod menu;
pub mod mode;
pub mod modes;
pub mod mouse;
pub mod panel;
pub mod past;
pub mod plan;
pub mod shared;
pub mod spoken;
pub mod step;
pub mod terminal;
pub mod text;
pub mod tray;
pub mod trial;
pub mod view;
