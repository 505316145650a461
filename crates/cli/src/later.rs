//! Arguments of a verb that are put together once its verb is typed: most of a tree of verbs is never looked at.

use std::ops::Deref;

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};

/// The arguments of a verb, or the verbs below it, which clap asks for when it reads that verb or prints its help.
///
/// What describes the whole tree asks for [`whole`](crate::commands::whole) of it, and sees no difference.
#[derive(Debug)]
pub struct Later<T>(Box<T>);

impl<T> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromArgMatches> FromArgMatches for Later<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(|read| Later(Box::new(read)))
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches_mut(matches).map(|read| Later(Box::new(read)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Later<T> {
    fn augment_args(verb: Command) -> Command {
        verb.defer(|verb| keeping_its_words(verb, T::augment_args))
    }

    fn augment_args_for_update(verb: Command) -> Command {
        verb.defer(|verb| keeping_its_words(verb, T::augment_args_for_update))
    }
}

impl<T: Subcommand> Subcommand for Later<T> {
    fn augment_subcommands(verb: Command) -> Command {
        verb.defer(now::<T>)
    }

    fn augment_subcommands_for_update(verb: Command) -> Command {
        verb.defer(|verb| keeping_its_words(verb, T::augment_subcommands_for_update))
    }

    fn has_subcommand(name: &str) -> bool {
        T::has_subcommand(name)
    }
}

/// A verb with the verbs below it, put together here and now.
pub fn now<T: Subcommand>(verb: Command) -> Command {
    keeping_its_words(verb, T::augment_subcommands)
}

/// Adds to a verb what it takes. What the verb says of itself stands above what the type of its arguments says.
fn keeping_its_words(verb: Command, add: fn(Command) -> Command) -> Command {
    let (about, long) = (verb.get_about().cloned(), verb.get_long_about().cloned());
    add(verb).about(Resettable::from(about)).long_about(Resettable::from(long))
}
