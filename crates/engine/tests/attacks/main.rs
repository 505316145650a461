//! Dice and attacks against the printed examples and tables, and against a second resolver of another shape.

mod armour;
mod charts;
mod cheats;
mod golden;
mod luck;
mod numbers;
mod odds;
mod prompts;
mod rows;
mod second;
mod support;
