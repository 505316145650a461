//! What opens sealed names, in a table of its own: the only one whose rows are ever deleted.

use adjutant_core::chain::Hash;
use adjutant_core::sealed::Openings;

use super::connect::Session;
use crate::error::StoreError;

const OF_LOG: &str = "SELECT opening FROM {}.opening WHERE realm = $1 AND origin = $2::bytea ORDER BY digest";
const KEEP: &str = "INSERT INTO {}.opening (realm, origin, digest, opening) \
    SELECT $1, $2::bytea, digest, opening FROM unnest($3::bytea[], $4::bytea[]) AS fresh (digest, opening) ON CONFLICT DO NOTHING";
const FORGET: &str = "DELETE FROM {}.opening WHERE realm = $1 AND origin = $2::bytea AND digest = ANY ($3::bytea[])";

impl Session {
    /// A database that has no such table holds no names.
    pub(super) fn names(&mut self, origin: Hash) -> Result<Openings, StoreError> {
        if !self.has_room()? {
            return Ok(Openings::default());
        }
        let (sql, realm) = (self.sql(OF_LOG), self.server.realm.clone());
        let rows: Vec<Vec<u8>> = self.asked(|client| {
            client.query(&sql, &[&realm, &origin.as_bytes().as_slice()])?.iter().map(|row| row.try_get(0)).collect()
        })?;
        let read = rows.iter().map(|bytes| serde_json::from_slice(bytes)).collect::<Result<Openings, _>>();
        read.map_err(|error| StoreError::Corrupt {
            place: self.place.clone(),
            what: format!("its table opening: {error}"),
        })
    }

    /// What is kept already stays as it is.
    pub(super) fn keep_names(&mut self, origin: Hash, names: &Openings) -> Result<(), StoreError> {
        self.make_room()?;
        let (sql, realm) = (self.sql(KEEP), self.server.realm.clone());
        let (digests, openings): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
            names.iter().map(|(digest, opening)| (digest.as_bytes().to_vec(), opening.bytes())).unzip();
        let values: [&(dyn postgres::types::ToSql + Sync); 4] =
            [&realm, &origin.as_bytes().as_slice(), &digests, &openings];
        self.asked(|client| client.execute(&sql, &values).map(|_| ()))
    }

    pub(super) fn forget(&mut self, origin: Hash, digests: &[Hash]) -> Result<(), StoreError> {
        if !self.has_room()? {
            return Ok(());
        }
        let (sql, realm) = (self.sql(FORGET), self.server.realm.clone());
        let digests: Vec<Vec<u8>> = digests.iter().map(|digest| digest.as_bytes().to_vec()).collect();
        self.asked(|client| client.execute(&sql, &[&realm, &origin.as_bytes().as_slice(), &digests]).map(|_| ()))
    }
}
