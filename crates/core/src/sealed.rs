//! Names that can be forgotten. A chain cannot forget, so a sealed log holds a digest in a name's place; what opens it
//! lies beside the log and can be destroyed.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chain::{Hash, canonical};
use crate::ids::{Name, are_alike};
use crate::text::Salt;

/// How names stand in a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// As they are.
    #[default]
    Open,
    /// As digests, whose openings lie beside the log and can be destroyed.
    Sealed,
}

impl Names {
    /// Whether it is the usual way, which no log needs to say.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "what a serializer asks")]
    pub fn is_open(&self) -> bool {
        *self == Names::Open
    }
}

/// A name in a log: as it is, or the digest of a sealed one. It reads as a [`Name`] everywhere: as the real one where it
/// stands open or its opening was found, else as a word made from its digest. Written, a sealed name is its digest and
/// nothing else.
///
/// ```
/// use adjutant_core::sealed::{Called, Opening, Openings};
/// use adjutant_core::{Name, Salt};
/// let opening = Opening::of(Name::new("Anna Berg")?, Salt::new("00112233445566778899aabbccddeeff").unwrap());
/// let mut called: Called = serde_json::from_value(serde_json::json!({"digest": opening.digest()}))?;
/// assert!(called.as_str().starts_with("player ") && !called.is_known());
/// called.open_by(&Openings::from_iter([opening]));
/// assert_eq!(called.as_str(), "Anna Berg");
/// assert!(!serde_json::to_string(&called)?.contains("Anna"), "the log holds the digest");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Called {
    shown: Name,
    digest: Option<Hash>,
    known: bool,
}

impl Called {
    /// A sealed name of which nothing is known but its digest.
    pub fn of_digest(digest: Hash) -> Called {
        Called::closed(digest, &digest.to_string()[..8])
    }

    fn closed(digest: Hash, word: &str) -> Called {
        let shown = Name::new(&format!("player {word}")).unwrap_or_else(|_| unreachable!("ids and digits are a name"));
        Called { shown, digest: Some(digest), known: false }
    }

    /// The digest that stands in the log; nothing where the name does.
    pub fn digest(&self) -> Option<Hash> {
        self.digest
    }

    /// Whether it reads as the real name.
    pub fn is_known(&self) -> bool {
        self.known
    }

    /// Lets it read as the real name, where its opening is here.
    pub fn open_by(&mut self, openings: &Openings) {
        if let Some(opening) = self.digest.and_then(|digest| openings.get(digest)) {
            (self.shown, self.known) = (opening.value.clone(), true);
        }
    }

    /// Lets it read by an id where its name is not known: `player pqwhjzmkt`.
    pub fn or_by_id(&mut self, id: &str) {
        if let Some(digest) = self.digest.filter(|_| !self.known) {
            *self = Called::closed(digest, id);
        }
    }

    /// The name as it reads.
    pub fn name(&self) -> &Name {
        &self.shown
    }

    /// The name as it reads, where it is the real one.
    pub fn real(&self) -> Option<&Name> {
        self.known.then_some(&self.shown)
    }
}

impl PartialEq for Called {
    /// Two are the same where a log would hold the same of them.
    fn eq(&self, other: &Called) -> bool {
        self.digest == other.digest && (self.digest.is_some() || self.shown == other.shown)
    }
}

impl Eq for Called {}

impl From<Name> for Called {
    fn from(name: Name) -> Called {
        Called { shown: name, digest: None, known: true }
    }
}

impl Deref for Called {
    type Target = Name;

    fn deref(&self) -> &Name {
        &self.shown
    }
}

impl fmt::Display for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.shown, f)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closed {
    digest: Hash,
}

impl Serialize for Called {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.digest {
            Some(digest) => Closed { digest }.serialize(serializer),
            None => self.shown.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Called {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> serde::de::Visitor<'de> for Either {
            type Value = Called;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or the digest of a sealed one")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Called, E> {
                Name::new(text).map(Called::from).map_err(E::custom)
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Called, A::Error> {
                let Closed { digest } = Closed::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(Called::of_digest(digest))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Called {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Called".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (name, digest) = (generator.subschema_for::<Name>(), generator.subschema_for::<Hash>());
        let sealed = json_schema!({
            "type": "object", "properties": {"digest": digest}, "required": ["digest"], "additionalProperties": false,
        });
        json_schema!({"description": "A name, or the digest of a sealed one.", "anyOf": [name, sealed]})
    }
}

/// What opens a sealed name, and what else is known of the person beside the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    salt: Salt,
    value: Name,
    what: What,
    /// Club of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<Name>,
    /// Team of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Name>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    Name,
}

impl Opening {
    /// A name and the salt that hides it: 128 bits from a random source, others in each log, so that nobody can tell one
    /// person in two logs by their digests.
    pub fn of(name: Name, salt: Salt) -> Opening {
        Opening { salt, value: name, what: What::Name, club: None, team: None }
    }

    /// What the log holds: SHA-256 of the canonical JSON of `salt`, `value` and `what`.
    pub fn digest(&self) -> Hash {
        let Opening { salt, value, what, .. } = self;
        let told = serde_json::json!({"salt": salt, "value": value, "what": what});
        Hash::of(&canonical(&told).unwrap_or_else(|_| unreachable!("its keys are texts")))
    }

    /// The name.
    pub fn name(&self) -> &Name {
        &self.value
    }

    /// As canonical JSON.
    pub fn bytes(&self) -> Vec<u8> {
        canonical(self).unwrap_or_else(|_| unreachable!("its keys are texts"))
    }
}

/// The openings of one log, by their digests: what `names/ORIGIN.json` holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings(BTreeMap<Hash, Opening>);

impl Openings {
    /// What a file holds. An opening that does not fit its digest opens nothing and is left out.
    ///
    /// # Errors
    /// Bytes that are no such file.
    ///
    /// ```
    /// use adjutant_core::sealed::Openings;
    /// assert!(Openings::read(b"{}").unwrap().is_empty());
    /// assert!(Openings::read(b"[]").is_err());
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Openings, serde_json::Error> {
        let read: BTreeMap<Hash, Opening> = serde_json::from_slice(bytes)?;
        Ok(Openings(read.into_iter().filter(|(digest, opening)| opening.digest() == *digest).collect()))
    }

    /// Their file.
    pub fn bytes(&self) -> Vec<u8> {
        canonical(&self.0).unwrap_or_else(|_| unreachable!("its keys are texts"))
    }

    /// Each with its digest, by digest.
    pub fn iter(&self) -> impl Iterator<Item = (Hash, &Opening)> {
        self.0.iter().map(|(digest, opening)| (*digest, opening))
    }

    /// What opens a digest.
    pub fn get(&self, digest: Hash) -> Option<&Opening> {
        self.0.get(&digest)
    }

    /// Puts one in, and gives what the log holds in its place.
    pub fn add(&mut self, opening: Opening) -> Called {
        let digest = opening.digest();
        let called = Called { shown: opening.value.clone(), digest: Some(digest), known: true };
        self.0.insert(digest, opening);
        called
    }

    /// Puts all of others in.
    pub fn merge(&mut self, others: Openings) {
        self.0.extend(others.0);
    }

    /// The digests of a name as people read it.
    pub fn named(&self, name: &str) -> Vec<Hash> {
        let of_name = self.0.iter().filter(|(_, opening)| are_alike(opening.value.as_str(), name));
        of_name.map(|(digest, _)| *digest).collect()
    }

    /// Takes out what opens some digests.
    pub fn forget(&mut self, digests: &[Hash]) {
        self.0.retain(|digest, _| !digests.contains(digest));
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Opening> for Openings {
    fn from_iter<I: IntoIterator<Item = Opening>>(openings: I) -> Openings {
        Openings(openings.into_iter().map(|opening| (opening.digest(), opening)).collect())
    }
}
