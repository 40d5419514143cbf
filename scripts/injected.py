"""Injected bugs: the files in verif/injected, what noticed each, and the table of both in the book.

A file holds a sentence, then `file:`, `replace:` and `by:` with the exact text, which must stand exactly once in its
file. The three may come again, for the same file or another one.
"""

import json
import re

from planted import COPY, ROOT, stop, write

FOLDER = ROOT / "verif/injected"
FOUND = FOLDER / "found.json"
PAGE = ROOT / "docs/src/verification.md"
EDIT = re.compile(r"file: (.*)\nreplace:\n([\s\S]*?\n)by:\n([\s\S]*?\n)(?=file: |\Z)")
BEGIN, END = "<!-- injected bugs -->\n", "<!-- end of the injected bugs -->\n"
# Folders, and what the table calls them. The executor's are not listed: one test is there for all of them.
LISTED = {
    "circuits": "a circuit alone",
    "shared": "model and circuit alike",
    "sim": "the simulator",
    "second/circuits": "a circuit alone, second set",
    "second/shared": "model and circuit alike, second set",
    "second/sim": "the simulator, second set",
}


class Bug:
    """A mistake: what it is, and the texts that it replaces."""

    def __init__(self, path):
        self.name = str(path.relative_to(FOLDER).with_suffix(""))
        self.kind = str(path.relative_to(FOLDER).parent)
        self.what, edits = path.read_text().split("\n", 1)
        self.edits = [(file, old[:-1], new[:-1]) for file, old, new in EDIT.findall(edits)]
        if not self.edits or EDIT.sub("", edits):
            stop(f"{path.relative_to(ROOT)}: expected a sentence, then `file:`, `replace:` and `by:`")
        for file, old, _ in self.edits:
            source = ROOT / file
            found = source.read_text().count(old) if source.is_file() else 0
            if found != 1:
                stop(f"{path.relative_to(ROOT)}: its text stands {found} times in {file}, not once")

    @property
    def unit(self):
        """The unit that it is in, by the name of its folder; none for the simulator."""
        found = re.match(r"hw/src/(?:kit/)?(\w+)/", self.edits[0][0])
        return found and found[1]

    @property
    def in_kit(self):
        """Whether other units may have it inside."""
        return any(file.startswith("hw/src/kit/") for file, _, _ in self.edits)

    def plant(self):
        for file, old, new in self.edits:
            write(COPY / file, (COPY / file).read_text().replace(old, new).encode())

    def heal(self):
        for file, _, _ in self.edits:
            write(COPY / file, (ROOT / file).read_bytes())


def bugs(words):
    """The bugs whose folder or name contains one of the words, or all."""
    found = [Bug(path) for path in sorted(FOLDER.rglob("*.txt"))]
    return [bug for bug in found if not words or any(word in bug.name for word in words)]


def known():
    """What noticed each bug when it was judged last."""
    return json.loads(FOUND.read_text()) if FOUND.is_file() else {}


def keep(verdicts):
    """Keeps verdicts beside those of other bugs, and drops those of bugs that are gone."""
    names = {bug.name for bug in bugs([])}
    merged = {name: verdict for name, verdict in {**known(), **verdicts}.items() if name in names}
    write(FOUND, (json.dumps(merged, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode())


def table():
    """The bugs by folder, each with the test that noticed it and what that said."""
    verdicts, text = known(), ""
    cell = lambda words: words.replace("|", "\\|")
    for kind, called in LISTED.items():
        of_kind = [bug for bug in bugs([]) if bug.kind == kind]
        judged = [verdicts.get(bug.name) for bug in of_kind]
        caught = sum(bool(verdict and verdict["by"]) for verdict in judged)
        text += f"\nIn {called}: {caught} of {len(of_kind)} are caught.\n\n| bug | caught by | which says |\n|---|---|---|\n"
        for bug, verdict in zip(of_kind, judged):
            by, says = ("", "") if verdict is None else (verdict["by"], verdict["says"])
            by = f"`{by}`" if by else "not judged" if verdict is None else "no test"
            text += f"| {cell(bug.what)} | {by} | {cell(says)} |\n"
    return text


def page():
    """The page as it is, and as it is to be."""
    now = PAGE.read_text()
    head, begin, rest = now.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        stop(f"{PAGE.relative_to(ROOT)} has no place for the table: {BEGIN.strip()} and {END.strip()}")
    return now, head + BEGIN + table() + "\n" + END + tail
