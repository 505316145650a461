//! Judges of the engine's scoring, none of which reads how the engine scores.

mod attacks;
mod benefits;
mod decide;
mod differential;
mod facts;
mod generator;
mod golden_rows;
mod maps;
mod possible;
mod properties;
mod scorer;
mod scripts;
mod stage;
mod table;
