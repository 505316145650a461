//! End to end: the program as people run it, and the house as it is built.

mod arrows;
mod audits;
mod disks;
mod event_exchange;
mod event_matches;
mod event_policies;
mod event_signing;
mod event_slips;
mod event_teams;
mod events;
mod files;
mod golden;
mod golden_logs;
mod killed;
mod lists;
mod mutated;
mod recorders;
mod schemas;
mod scoring;
mod session;
mod signing;
mod support;
mod tampering;
mod usage;
mod words;
