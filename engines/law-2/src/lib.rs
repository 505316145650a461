//! What law 2 says about a log: bytes in, JSON out. The answers are those of `crates/module`; `engines/README.md` lists them.

adjutant_module::exports!(adjutant_module::answer);
