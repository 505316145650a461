//! Values that JSON writes in more than one shape: a number or an object, a name or a list.
//!
//! serde's `untagged` reads such a value into a buffer first and loses what the text says on the way: keys of objects are
//! texts there and never numbers, and every fault reads "did not match any variant". Here the first character decides.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};

/// What is written in more than one shape: says how each is read, and leaves out those that it does not have.
///
/// ```
/// use adjutant_core::shaped::{Shaped, read};
/// use serde::{Deserialize, Deserializer};
/// #[derive(Debug, PartialEq)]
/// enum Length { Inches(u32), Word(String) }
/// impl<'de> Shaped<'de> for Length {
///     const SHAPES: &'static str = "a number of inches, or a word";
///     fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> { u32::deserialize(from).map(Length::Inches) }
///     fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> { String::deserialize(from).map(Length::Word) }
/// }
/// impl<'de> Deserialize<'de> for Length {
///     fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> { read(from) }
/// }
/// assert_eq!(serde_json::from_str::<Length>("6").unwrap(), Length::Inches(6));
/// assert_eq!(serde_json::from_str::<Length>("\"far\"").unwrap(), Length::Word("far".into()));
/// let fault = serde_json::from_str::<Length>("[6]").unwrap_err().to_string();
/// assert!(fault.contains("expected a number of inches, or a word"), "{fault}");
/// ```
pub trait Shaped<'de>: Sized {
    /// The shapes in words, for the fault of a value that has none of them.
    const SHAPES: &'static str;

    /// Reads it from a number.
    ///
    /// # Errors
    /// A number is none of its shapes, or not this one.
    fn number<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        none(from)
    }

    /// Reads it from a text.
    ///
    /// # Errors
    /// A text is none of its shapes, or not this one.
    fn text<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        none(from)
    }

    /// Reads it from a list.
    ///
    /// # Errors
    /// A list is none of its shapes, or not this one.
    fn list<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        none(from)
    }

    /// Reads it from an object.
    ///
    /// # Errors
    /// An object is none of its shapes, or not this one.
    fn object<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        none(from)
    }
}

/// Says of a value that it has none of the shapes.
fn none<'de, T: Shaped<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    struct Refused(&'static str);
    impl<'de> Visitor<'de> for Refused {
        type Value = ();
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }
    from.deserialize_any(Refused(T::SHAPES))?;
    Err(D::Error::custom(format_args!("expected {}", T::SHAPES)))
}

/// Reads a value by its shape.
///
/// # Errors
/// A value of no shape that it has, or the fault of the shape that it has.
pub fn read<'de, T: Shaped<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_any(Reader(PhantomData))
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Shaped<'de>> Visitor<'de> for Reader<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::SHAPES)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        T::number(value.into_deserializer())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        T::number(value.into_deserializer())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        T::number(value.into_deserializer())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<T, E> {
        T::text(value.into_deserializer())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::list(SeqAccessDeserializer::new(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<T, A::Error> {
        T::object(MapAccessDeserializer::new(object))
    }
}
