"""What .ci/packages reads and fills: the list of parts, the tree of the .deb, templates. Needs nothing but Python 3.11."""

import glob
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
import uuid

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
SUMMARY = "Records tabletop battles and runs their tournaments"


def metadata(target):
    """The crates that the program is built from: those that `cargo tree` names, with what `cargo metadata` says of them."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    data = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    command = ["cargo", "tree", "-p", "adjutant", "--edges", "normal", "--target", target, "--prefix", "none",
               "--format", "{p}", "--locked"]
    tree = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    named = {tuple(line.split(" ")[:2]) for line in tree.splitlines() if line}
    linked = {package["id"]: package for package in data["packages"]
              if (package["name"], f"v{package['version']}") in named}
    if len(linked) != len(named):
        sys.exit(f"packages: {len(named)} crates are named and {len(linked)} are known")
    first = next(id for id, package in linked.items() if package["name"] == "adjutant")
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    normal = lambda dep: any(kind["kind"] is None for kind in dep["dep_kinds"])
    arrows = {id: sorted({dep["pkg"] for dep in nodes[id]["deps"] if normal(dep) and dep["pkg"] in linked})
              for id in linked}
    return first, linked, arrows


def purl(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package, sums, kind="library"):
    own = {"type": kind, "bom-ref": purl(package), "name": package["name"], "version": package["version"],
           "purl": purl(package)}
    if package.get("license"):
        own["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if package.get("description"):
        own["description"] = " ".join(package["description"].split())
    if package.get("repository"):
        own["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    checksum = sums.get((package["name"], package["version"]))
    if checksum:
        own["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return own


def parts(version, target, notices):
    """CycloneDX 1.5 of the program; fails where the notices leave a crate out."""
    first, linked, arrows = metadata(target)
    with open("Cargo.lock", "rb") as file:
        locked = tomllib.load(file)["package"]
    sums = {(own["name"], own["version"]): own.get("checksum") for own in locked}
    told = open(notices, encoding="utf-8").read()
    others = sorted((package for id, package in linked.items() if id != first), key=purl)
    missing = [own["name"] for own in others if own["source"] and f"{own['name']} v{own['version']} " not in told]
    if missing:
        sys.exit(f"packages: NOTICES.txt does not name {missing}")
    bare = [own["name"] for own in others if own["source"] and not own.get("license")]
    if bare:
        sys.exit(f"packages: no licence is stated by {bare}")
    body = [component(own, sums) for own in others]
    tree = [{"ref": purl(linked[id]), "dependsOn": sorted(purl(linked[dep]) for dep in deps)}
            for id, deps in sorted(arrows.items(), key=lambda row: purl(linked[row[0]]))]
    number = uuid.uuid5(uuid.NAMESPACE_URL, hashlib.sha256(json.dumps([body, tree, version]).encode()).hexdigest())
    stamp = subprocess.run(["date", "-u", "-d", f"@{EPOCH}", "+%Y-%m-%dT%H:%M:%SZ"], check=True, capture_output=True)
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{number}", "version": 1,
        "metadata": {"timestamp": stamp.stdout.decode().strip(),
                     "component": component(linked[first], sums, "application"),
                     "properties": [{"name": "cargo:target", "value": target}]},
        "components": body, "dependencies": tree,
    }
    json.dump(document, sys.stdout, indent=1, ensure_ascii=False)
    print()


def count(path):
    document = json.load(open(path, encoding="utf-8"))
    refs = {own["bom-ref"] for own in document["components"]} | {document["metadata"]["component"]["bom-ref"]}
    named = {ref for row in document["dependencies"] for ref in [row["ref"], *row["dependsOn"]]}
    if named != refs:
        sys.exit(f"packages: the list of parts and its arrows differ: {sorted(named ^ refs)}")
    with_sums = sum("hashes" in own for own in document["components"])
    print(f"{len(document['components'])} parts, {with_sums} with the sum of their package, all with a licence")


def deb(folder, tree, version, architecture):
    """The tree that dpkg-deb packs, from the metadata of the crate."""
    with open("crates/cli/Cargo.toml", "rb") as file:
        own = tomllib.load(file)["package"]["metadata"]["deb"]
    made = lambda name, data: open(os.path.join(folder, name), "wb").write(data)
    licence = open("LICENSE", encoding="utf-8").read()
    made("copyright", f"Adjutant, MIT OR Apache-2.0.\n\n{licence}".encode())
    made("changelog.gz", gzip.compress(open("CHANGELOG.md", "rb").read(), 9, mtime=0))
    for page in glob.glob(os.path.join(folder, "man", "*.1")):
        made(os.path.join("man", os.path.basename(page) + ".gz"), gzip.compress(open(page, "rb").read(), 9, mtime=0))
    size = 0
    for source, place, mode in own["assets"]:
        found = sorted(glob.glob(os.path.join(folder, glob.escape(source) if "*" not in source else source)))
        if not found and source != "page.wasm":
            sys.exit(f"packages: no file {source}")
        for path in found:
            goal = os.path.join(tree, place, os.path.basename(path)) if place.endswith("/") else os.path.join(tree, place)
            os.makedirs(os.path.dirname(goal), exist_ok=True)
            shutil.copyfile(path, goal)
            os.chmod(goal, int(mode, 8))
            size += os.path.getsize(goal)
    control = os.path.join(tree, "DEBIAN")
    os.makedirs(control)
    text = "\n".join(f" {line}" for line in own["extended-description"].strip().splitlines())
    with open(os.path.join(control, "control"), "w", encoding="utf-8") as file:
        file.write(f"Package: adjutant\nVersion: {version}\nArchitecture: {architecture}\n"
                   f"Maintainer: {own['maintainer']}\nSection: {own['section']}\nPriority: {own['priority']}\n"
                   f"Installed-Size: {(size + 1023) // 1024}\nDescription: {SUMMARY}\n{text}\n")
    sums = []
    for place, _, names in os.walk(tree):
        sums += [os.path.join(place, name) for name in names if not place.endswith("DEBIAN")]
    with open(os.path.join(control, "md5sums"), "w", encoding="utf-8") as file:
        for path in sorted(sums):
            digest = hashlib.md5(open(path, "rb").read(), usedforsecurity=False).hexdigest()
            file.write(f"{digest}  {os.path.relpath(path, tree)}\n")
    for place, folders, names in os.walk(tree):
        for name in [*folders, *names]:
            os.utime(os.path.join(place, name), (EPOCH, EPOCH))
            if name in folders:
                os.chmod(os.path.join(place, name), 0o755)
    os.utime(tree, (EPOCH, EPOCH))


def fill(template, out, version):
    """A template with its names filled in; the sum of an archive that is not there reads as zeros, and is said."""
    home = os.environ.get("RELEASE_HOME", "https://example.org/adjutant")
    archives = {"SHA_LINUX": "x86_64-linux.tar.gz", "SHA_MACOS": "aarch64-macos.tar.gz", "SHA_WINDOWS": "x86_64-windows.zip"}
    values = {"VERSION": version, "SUMMARY": SUMMARY, "HOME": home,
              "DOWNLOADS": os.environ.get("RELEASE_DOWNLOADS", f"{home}/releases/{version}"),
              "DESCRIPTION": "Adjutant records tabletop battles and runs their tournaments. Every result is computed from a log\n"
                             "of facts and can be judged again from it, by anybody."}
    text = open(template, encoding="utf-8").read()
    if home.startswith("https://example.org") and "@HOME@" in text:
        print(f"left out: RELEASE_HOME is not set; {os.path.basename(template)} names {home}", file=sys.stderr)
    for name, end in archives.items():
        if f"@{name}@" not in text:
            continue
        path = os.path.join(out, f"adjutant-{version}-{end}")
        if os.path.exists(path):
            values[name] = hashlib.sha256(open(path, "rb").read()).hexdigest()
        else:
            values[name] = "0" * 64
            print(f"left out: {os.path.basename(path)} is not there; {os.path.basename(template)} holds no sum of it",
                  file=sys.stderr)
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    rest = [word for word in text.split("@")[1::2] if word.isupper()]
    if rest:
        sys.exit(f"packages: {template}: not filled: {rest}")
    sys.stdout.write(text)


def yaml(*paths):
    try:
        import yaml as reader
    except ImportError:
        print("left out: python3 has no yaml; the winget manifests were filled and not read")
        return
    for path in paths:
        own = reader.safe_load(open(path, encoding="utf-8"))
        if own["PackageIdentifier"] != "Adjutant.Adjutant" or not isinstance(own["PackageVersion"], str):
            sys.exit(f"packages: {path} does not name its package")
    print(f"winget: {len(paths)} manifests read")


{"parts": parts, "count": count, "deb": deb, "fill": fill, "yaml": yaml}[sys.argv[1]](*sys.argv[2:])
