//! Signs in a browser that has no cryptography over plain http: a seed of 32 bytes and a text in, the public key of 32 bytes
//! and the ed25519 signature of 64 over the text out; nothing where there is no seed.

use adjutant_core::SigningKey;

adjutant_core::exports!(answer);

fn answer(question: &[u8]) -> Vec<u8> {
    let Some((seed, text)) = question.split_first_chunk::<32>() else { return Vec::new() };
    let signed = SigningKey::of_seed(*seed).zip(std::str::from_utf8(text).ok());
    signed.map_or_else(Vec::new, |(key, text)| [&key.public().as_bytes()[..], &key.sign_text(text)].concat())
}
