"""Homes in which runs are disturbed at one system call after another, and what must hold afterwards."""
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile

REPOSITORY = os.path.abspath(f"{__file__}/../../../..")
PROGRAM = os.path.join(REPOSITORY, ".build", "release", "runintent")
ENDED = {"denied", "finished", "failed", "timed out", "killed", "unknown"}

DEFINITIONS = {
    "count": {"handler": "command", "with": {"run": ["tee", "-a", "count.txt"], "stdin": "x\n"}},
    "flow": {
        "handler": "workflow",
        "with": {
            "steps": [
                {"run": "count"}, {"run": "unlock-door", "with": {"door": "front"}},
                {"dialog": "half"}, {"run": "count"},
            ],
            "finally": [{"run": "hello", "with": {"name": "end"}}],
        },
    },
}

SCENARIOS = {
    "a demo VPN": ["toggle-vpn", "--state", "on"],
    "a door": ["unlock-door", "front"],
    "a program": ["count"],
    "a workflow": ["flow"],
    "a chain": ["chain", "count", "--", "unlock-door", "front", "--", "count"],
}


class Lab:
    """A home that every trial gets a copy of."""

    def __init__(self, program):
        self.program = program
        self.root = tempfile.mkdtemp()
        self.home = os.path.join(self.root, "home")
        self.prepare()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def prepare(self):
        intents = os.path.join(self.home, ".config", "runintent", "intents")
        os.makedirs(intents)
        os.makedirs(os.path.join(self.home, "run"), mode=0o700)
        for name, rest in DEFINITIONS.items():
            if name == "count":
                rest["with"]["cwd"] = self.home
            with open(os.path.join(intents, name + ".json"), "w") as file:
                json.dump({"title": name, **rest}, file)
        for name in ("unlock-door", "toggle-vpn", "hello"):
            shutil.copy(os.path.join(REPOSITORY, "intents", name + ".json"), intents)
        self.run(["allow", "--yes", "--quiet", "count", "flow"], check=True)
        self.run(["toggle-vpn", "--state", "off"], check=True)
        shutil.copytree(self.home, self.home + ".kept")

    def reset(self):
        shutil.rmtree(self.home)
        shutil.copytree(self.home + ".kept", self.home)

    @property
    def environment(self):
        return {"HOME": self.home, "XDG_RUNTIME_DIR": self.home + "/run", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}

    def run(self, words, before=(), check=False, program=None):
        return subprocess.run(
            [*before, program or self.program, *words], env=self.environment, cwd="/", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=check)

    def calls(self, words):
        """Each system call of a run by itself, as a name and which of that name it is."""
        trace = os.path.join(self.root, "trace")
        self.reset()
        self.run(words, ["strace", "-qq", "-o", trace])
        seen = {}
        with open(trace) as file:
            for line in file:
                name = line.split("(")[0]
                if not name.isidentifier():
                    continue
                seen[name] = seen.get(name, 0) + 1
                yield name, seen[name]

    def wrapper(self, text):
        """A script around the program, for a control."""
        path = os.path.join(self.root, "wrapper")
        with open(path, "w") as file:
            file.write("#!/bin/sh\n" + text.replace("PROGRAM", self.program) + "\n")
        os.chmod(path, 0o755)
        return path

    def counted(self):
        """How often the program acted, by its own count."""
        try:
            with open(os.path.join(self.home, "count.txt")) as file:
                return len(file.readlines())
        except FileNotFoundError:
            return 0

    def rows(self):
        """The journal as the program tells it."""
        answer = self.run(["log", "--output", "json", "--last", "50"])
        if answer.returncode != 0:
            raise AssertionError("log ended with %d: %s" % (answer.returncode, answer.stderr.decode()))
        return json.loads(answer.stdout)["runs"]

    def written_states(self):
        """The journal as it lies there, before anybody has looked at it."""
        path = os.path.join(self.home, ".local", "state", "runintent", "journal.sqlite")
        with sqlite3.connect(path) as database:
            return [state for (state,) in database.execute("SELECT state FROM runs")]

    def problems(self):
        """What does not hold of the journal and of what was done."""
        try:
            rows = self.rows()
        except AssertionError as error:
            return [str(error)]
        found = ["%s is %s" % (row["intent"], row["state"]) for row in rows if row["state"] not in ENDED]
        own = [row for row in rows if row["intent"] == "count"]
        if self.counted() > len(own):
            found.append("%d acts, %d rows" % (self.counted(), len(own)))
        finished = sum(row["state"] == "finished" for row in own)
        if finished > self.counted():
            found.append("%d finished, %d acts" % (finished, self.counted()))
        return found
