//! The program `adjutant`.

fn main() -> std::process::ExitCode {
    std::process::ExitCode::from(adjutant::run())
}
