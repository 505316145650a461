//! The event in the browser: players look up their table and report results, the desk runs the event, screens show
//! pairings and standings. One binary, plain http on the hall's network, every page usable without script.
//!
//! A page is a pure function of a [`pages::scene::Scene`]: a [`Snapshot`] of the event, who looks, and when. A form ends in
//! commands ([`act::Act`]), which the one [`writer`] lets the rules of the event judge; the server itself judges nothing.
//! Who may open what, and who may send what, stands in two tables: [`router::PAGES`] and [`deeds::DEEDS`].
//!
//! | to | use |
//! |---|---|
//! | serve an event of a database | [`event`] |
//! | let an organiser make one in the browser | [`first`] |
//! | render a page without a socket | [`pages`], [`Snapshot::of`] |
//! | answer a request without a socket | [`guard::respond`], [`router::router`] |

pub mod act;
pub mod addresses;
pub mod api;
pub mod ask;
pub mod assets;
mod bounded;
pub mod deeds;
pub mod doctor;
mod door;
pub mod event;
pub mod files;
pub mod first;
pub mod game;
pub mod guard;
pub mod inbox;
pub mod kept;
pub mod limits;
pub mod live;
pub mod memory;
mod moment;
pub mod overlays;
pub mod pages;
pub mod press;
pub mod proposal;
pub mod reply;
pub mod router;
pub mod say;
pub mod season;
pub mod seat;
pub mod server;
pub mod shelf;
pub mod site;
pub mod snapshot;
pub mod tls;
pub mod viewer;
pub mod writer;

pub use game::Game;
pub use moment::{Moment, span};
pub use press::Press;
pub use season::Season;
pub use seat::Seat;
pub use site::{Setup, Site};
pub use snapshot::Snapshot;
pub use viewer::{Role, Viewer};
