//! The shipped packs, what is refused, and what is said about them.

mod border_war;
mod gt2020;
mod invalid;
mod options;
mod plays;
mod priority_target;
mod rulesets;
mod support;
