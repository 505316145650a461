//! What single files and the pages of a hall ask: bytes in, JSON out. The answers are those of `adjutant_module::page`.

adjutant_module::exports!(adjutant_module::page::answer);
