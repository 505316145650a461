//! One module in the interpreter.

use std::io::Read;

use adjutant_core::chain::Hash;
use serde_json::Value;
use wasmi::{Config, Engine, Instance, Linker, Memory, Store, StoreLimits, StoreLimitsBuilder, TrapCode, TypedFunc};

use crate::answer::Answer;
use crate::error::EngineError;
use crate::index::Built;

/// The most that a module may come to when it is unpacked, in bytes.
const MODULE_BYTES_MAX: u64 = 32 << 20;
/// What is unpacked at a time, in bytes.
const BUFFER: usize = 1 << 16;

/// How much an engine may use before it is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Memory, in bytes.
    pub memory: usize,
    /// Steps of the interpreter for a question, whatever it speaks of.
    pub steps: u64,
    /// Further steps for each byte that a question speaks of.
    pub steps_a_byte: u64,
}

impl Default for Limits {
    /// Ten times what the longest log that any reader takes was seen to need.
    fn default() -> Limits {
        Limits { memory: 1 << 30, steps: 20_000_000_000, steps_a_byte: 200_000 }
    }
}

/// A module as the interpreter has read it: any number of [`Module`]s are made of it.
#[derive(Clone, Debug)]
pub(crate) struct Parsed {
    law: u32,
    module: wasmi::Module,
}

impl Parsed {
    /// As [`Module::read`].
    pub(crate) fn read(built: &Built, bytes: &[u8]) -> Result<Parsed, EngineError> {
        let (law, found) = (built.law, Hash::of(bytes));
        if found != built.hash {
            return Err(EngineError::OtherHash { law, found, released: built.hash });
        }
        let mut config = Config::default();
        config.consume_fuel(true).ignore_custom_sections(true);
        let module = wasmi::Module::new(&Engine::new(&config), bytes).map_err(|error| damaged(law, &error))?;
        Ok(Parsed { law, module })
    }
}

fn damaged(law: u32, what: &wasmi::Error) -> EngineError {
    EngineError::Damaged { law, what: what.to_string() }
}

/// A module that is ready to answer.
#[derive(Debug)]
pub struct Module {
    law: u32,
    limits: Limits,
    store: Store<StoreLimits>,
    memory: Memory,
    room: TypedFunc<u32, u32>,
    ask: TypedFunc<(), u32>,
    length: TypedFunc<(), u32>,
}

impl Module {
    /// Takes a module that has the hash of its row in the index; it imports nothing.
    ///
    /// # Errors
    /// Bytes of another hash, or bytes that are no module of an engine.
    pub fn read(built: &Built, bytes: &[u8], limits: Limits) -> Result<Module, EngineError> {
        Module::of(&Parsed::read(built, bytes)?, limits)
    }

    /// A fresh one.
    pub(crate) fn of(parsed: &Parsed, limits: Limits) -> Result<Module, EngineError> {
        Module::started(parsed, limits).map_err(|error| damaged(parsed.law, &error))
    }

    fn started(Parsed { law, module }: &Parsed, limits: Limits) -> Result<Module, wasmi::Error> {
        let held = StoreLimitsBuilder::new().memory_size(limits.memory).instances(1).memories(1).build();
        let mut store = Store::new(module.engine(), held);
        store.limiter(|held| held);
        store.set_fuel(limits.steps)?;
        let from = Linker::new(module.engine()).instantiate_and_start(&mut store, module)?;
        Module::with(*law, limits, store, &from)
    }

    fn with(law: u32, limits: Limits, store: Store<StoreLimits>, from: &Instance) -> Result<Module, wasmi::Error> {
        let memory = from.get_memory(&store, "memory").ok_or_else(|| wasmi::Error::new("it has no `memory`"))?;
        let room = from.get_typed_func(&store, "room")?;
        let ask = from.get_typed_func(&store, "ask")?;
        let length = from.get_typed_func(&store, "length")?;
        Ok(Module { law, limits, store, memory, room, ask, length })
    }

    /// Asks it. One that gave an error is in a state that nobody knows.
    ///
    /// # Errors
    /// It broke off, did not come to an end, or does not know the question.
    pub fn ask(&mut self, question: &Value, parts: &[&[u8]]) -> Result<Answer, EngineError> {
        let mut question = question.clone();
        let lengths: Vec<Value> = parts.iter().map(|part| part.len().into()).collect();
        if let Some(question) = question.as_object_mut() {
            question.insert("parts".to_owned(), lengths.into());
        }
        let mut bytes = question.to_string().into_bytes();
        bytes.push(b'\n');
        parts.iter().for_each(|part| bytes.extend_from_slice(part));
        let law = self.law;
        let answer = self.answer(&bytes).map_err(|error| match error.as_trap_code() {
            Some(TrapCode::OutOfFuel) => EngineError::Endless { law },
            _ => EngineError::BrokeOff { law, what: error.to_string() },
        })?;
        let no_answer = |what: String| EngineError::NoAnswer { law, what };
        let mut answer: Value = serde_json::from_slice(&answer).map_err(|error| no_answer(error.to_string()))?;
        if let Some(given) = answer.get_mut("answer") {
            return Ok(Answer::Given(given.take()));
        }
        match answer.get_mut("refused") {
            Some(refused) => Ok(Answer::Refused(refused.take())),
            None => Err(no_answer(answer["fault"].as_str().unwrap_or_default().to_owned())),
        }
    }

    fn answer(&mut self, question: &[u8]) -> Result<Vec<u8>, wasmi::Error> {
        let Module { limits, store, memory, room, ask, length, .. } = self;
        let size = u32::try_from(question.len()).map_err(|_| wasmi::Error::new("the question is too long"))?;
        let steps = limits.steps_a_byte.saturating_mul(u64::from(size));
        store.set_fuel(limits.steps.saturating_add(steps))?;
        let at = room.call(&mut *store, size)?;
        memory.write(&mut *store, at as usize, question).map_err(|error| wasmi::Error::new(error.to_string()))?;
        let at = ask.call(&mut *store, ())? as usize;
        let length = length.call(&mut *store, ())? as usize;
        let answer = memory.data(&*store).get(at..at.saturating_add(length));
        answer.map(<[u8]>::to_vec).ok_or_else(|| wasmi::Error::new("its answer lies outside its memory"))
    }
}

/// A module as it was before it was packed.
///
/// # Errors
/// Bytes that are not packed, or that come to more than any module.
pub(crate) fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, EngineError> {
    let mut module = Vec::new();
    let mut reader = brotli_decompressor::Decompressor::new(bytes, BUFFER).take(MODULE_BYTES_MAX);
    let read = reader.read_to_end(&mut module);
    read.map_err(|error| EngineError::Damaged { law: 0, what: error.to_string() })?;
    Ok(module)
}
