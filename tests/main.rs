//! End to end: the program as people run it, and the house as it is built.

mod arrows;
mod files;
mod golden;
mod golden_logs;
mod killed;
mod recorders;
mod schemas;
mod scoring;
mod session;
mod support;
mod tampering;
mod usage;
mod words;
