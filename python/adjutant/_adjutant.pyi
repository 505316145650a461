__version__: str

_Columns = tuple[
    list[int],
    list[int | None],
    list[str | None],
    list[str | None],
    list[str | None],
    list[int | None],
    list[int | None],
    list[str | None],
]

class Trusted:
    """The keys of a trust file, and what the logs of events that they vouch for make of their matches."""

    def __new__(cls, keys: str, events: list[tuple[str, bytes]]) -> Trusted: ...

def know_packs(folders: list[str]) -> None:
    """Makes known the packs of folders: a pack, or a folder of packs."""

def audit_json(log: bytes, name: str = "", trusted: Trusted | None = None) -> str:
    """The report of an audit of one log, as JSON: for engines that want text."""

def audit_event_json(
    event: bytes, matches: dict[str, bytes], name: str = "", trusted: Trusted | None = None
) -> str:
    """The report of an audit of an event's log beside the logs of its matches, as JSON."""

def matches_of(event: bytes) -> list[str]:
    """The ids of the matches whose logs `audit_event` asks for; none where the log is not that of an event."""

def twins_json(logs: list[tuple[str, bytes]]) -> str:
    """What comparing logs with each other finds: a report a log that holds nothing else, as JSON."""

def same_ids_json(logs: list[tuple[str, str, str, str]]) -> str:
    """For each match (name of the log, id, origin, head), the finding that another match has its id, or null; as JSON."""

def broken_json(name: str, code: str, message: str) -> str:
    """The report of a log that could not be taken out of an archive, as JSON."""

def facts_json(log: bytes, name: str = "") -> str:
    """The facts of one log, as JSON."""

def replay_json(log: bytes, at: int | None = None) -> str:
    """The view of a match after record `at`, or after its last record, as JSON."""

def sha256(bytes: bytes) -> bytes:
    """The SHA-256 of bytes."""

def rebuild_log(columns: _Columns) -> tuple[bytes, bytes] | None:
    """The log and its head from the columns of its rows in `records`, behind `head`."""

def tables() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every table of an archive: its name, and the names and kinds of its columns."""
