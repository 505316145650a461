"""The proofs of a published league, read by somebody else: written from the specifications alone (RFC 6962, RFC 9162
section 2.1.3.2, C2SP `signed-note`, `tlog-checkpoint` and `tlog-proof`), sharing no code with the program.

    python3 proofs.py SITE [OFFICER WITNESS NAME]

SITE is the folder that `adjutant league publish --with-logs` wrote. With the officer's and a witness's public keys (64
hexadecimal digits) and the witness's name, signatures are held against the package `aics-tlog`, where it is installed.
Prints what was checked; ends with an error at the first thing that is wrong. Needs Python 3.9.
"""

import base64
import hashlib
import json
import pathlib
import sys


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf(origin, head):
    return sha(b"\0", f"adjutant log v1\n{origin}\n{head}\n".encode())


def root(leaves):
    """The Merkle tree hash of RFC 6962, section 2.1."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha()
    cut = 1
    while 2 * cut < len(leaves):
        cut *= 2
    return sha(b"\1", root(leaves[:cut]), root(leaves[cut:]))


def leads_to(one, index, size, path):
    """The root to which a path of RFC 9162 leads; nothing where it has another length than the tree asks for."""
    low, last = index, size - 1
    for other in path:
        if last == 0 or low > last:
            return None
        if low & 1 or low == last:
            one = sha(b"\1", other, one)
            while not low & 1 and low:
                low, last = low >> 1, last >> 1
        else:
            one = sha(b"\1", one, other)
        low, last = low >> 1, last >> 1
    return one if last == 0 else None


def checkpoint(text):
    body, signatures = text.split("\n\n")
    origin, size, digest = body.split("\n")
    assert all(line.startswith("— ") for line in signatures.splitlines())
    return origin, int(size), base64.b64decode(digest, validate=True)


def with_tool(site, keys, proofs):
    """Signatures, the cosignature and the paths once more, by a package of other people."""
    try:
        from aics_tlog import checkpoint as tool
        from aics_tlog.cosign import cosignature_vkey
        from aics_tlog.note import parse_note, vkey_from_ed25519
        from aics_tlog.tree import verify_inclusion
    except ImportError:
        return "left out: the package aics-tlog is not installed, so no signature was checked here"
    officer, witness, name = keys
    text = (site / "checkpoint").read_text(encoding="utf-8")
    log_key = vkey_from_ed25519(checkpoint(text)[0], bytes.fromhex(officer))
    witnesses = [cosignature_vkey(name, bytes.fromhex(witness))]
    good = lambda text: tool.verify_checkpoint(parse_note(text), log_key, witnesses, 1)
    found = good(text)
    assert found.ok and found.cosignature_count == 1 and found.witnesses == [name], found
    size = checkpoint(text)[1]
    assert not good(text.replace(f"\n{size}\n", f"\n{size + 1}\n", 1)).ok, "another size is signed by nobody"
    for hash_, index, size, path, due in proofs:
        assert verify_inclusion(hash_, index, size, path, due)
        assert not verify_inclusion(sha(hash_), index, size, path, due)
    return f"aics-tlog takes the signature, the cosignature of {name} and {len(proofs)} paths"


def main():
    site, keys = pathlib.Path(sys.argv[1]), sys.argv[2:]
    league = [json.loads(line) for line in (site / "league.jsonl").read_text(encoding="utf-8").splitlines()]
    pins = [next(iter(line["do"].values())) for line in league if {"event", "match"} & set(line["do"])]
    leaves = [leaf(pin["origin"], pin["head"]) for pin in pins]
    assert [one.hex() for one in leaves] == (site / "leaves").read_text().split()
    origin, size, digest = checkpoint((site / "checkpoint").read_text(encoding="utf-8"))
    assert (origin, size, digest) == (f"adjutant.invalid/league/{league[0]['hash']}", len(leaves), root(leaves))
    proofs = []
    for path in sorted((site / "proofs").glob("*.tlog-proof")):
        first, rest = path.read_text(encoding="utf-8").split("\n", 1)
        assert first == "c2sp.org/tlog-proof@v1", first
        head, note = rest.split("\n\n", 1)
        index, *hashes = head.split("\n")
        index = int(index.removeprefix("index "))
        hashes = [base64.b64decode(one, validate=True) for one in hashes]
        assert checkpoint(note) == (origin, size, digest), f"{path.name} rests on another tree"
        # The log itself, up to its last record: its own first and last hash make the leaf.
        log = (site / "logs" / f"{path.stem}.jsonl").read_text(encoding="utf-8").splitlines()
        mine = leaf(json.loads(log[0])["hash"], json.loads(log[-1])["hash"])
        assert mine == leaves[index] and leads_to(mine, index, size, hashes) == digest, path.name
        assert leads_to(sha(mine), index, size, hashes) != digest
        assert leads_to(mine, index, size, hashes[:-1]) != digest or not hashes
        proofs.append((mine, index, size, hashes, digest))
    assert proofs
    print(f"{len(proofs)} proofs lead to the root over {size} leaves")
    if keys:
        print(with_tool(site, keys, proofs))


if __name__ == "__main__":
    main()
