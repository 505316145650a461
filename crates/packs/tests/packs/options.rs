//! Each reading of an ambiguous point changes what it says it changes.
