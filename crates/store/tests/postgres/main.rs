//! The promises of every store, kept by a PostgreSQL server, and what only a server has: users, realms, a network.
//!
//! `.ci/postgres` starts a server of its own and runs this. Any server will do: `ADJUTANT_TEST_POSTGRES` is the address
//! of a database in which the tests may make schemas and roles, without options, such as
//! `postgres://postgres@127.0.0.1:5432/postgres`.

mod access;
#[path = "../conformance/mod.rs"]
mod conformance;
mod cut;
mod failover;
mod leagues;
mod races;

use adjutant_store::{Place, Store};
use postgres::{Client, NoTls};

/// The address of the server under test.
fn server() -> String {
    std::env::var("ADJUTANT_TEST_POSTGRES").expect("ADJUTANT_TEST_POSTGRES names the server; .ci/postgres starts one")
}

/// A connection of the owner.
fn owner() -> Client {
    Client::connect(&server(), NoTls).expect("the server under test answers")
}

/// A schema that is not there yet.
struct Fresh {
    schema: String,
}

impl Fresh {
    fn new(name: &str) -> Fresh {
        let schema = format!("test_{name}");
        owner().batch_execute(&format!("DROP SCHEMA IF EXISTS {schema} CASCADE")).unwrap();
        Fresh { schema }
    }

    fn address(&self, more: &str) -> String {
        format!("{}?realm=north&schema={}{more}", server(), self.schema)
    }

    fn place(&self) -> Place {
        place(&self.address(""))
    }

    fn open(&self) -> Store {
        Store::open(&self.place()).unwrap()
    }

    /// The address of another user of the same database.
    fn as_user(&self, user: &str, realm: &str) -> Place {
        let server = server();
        let (_, host) = server.split_once('@').expect("a user in the address");
        place(&format!("postgres://{user}@{host}?realm={realm}&schema={}", self.schema))
    }
}

fn place(address: &str) -> Place {
    Place::parse(address.as_ref()).unwrap()
}

#[test]
fn every_promise_is_kept() {
    for (name, promise) in conformance::PROMISES {
        println!("{name}");
        let fresh = Fresh::new(name);
        promise(&|| fresh.open());
    }
}
