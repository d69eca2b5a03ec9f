"""Homes with one definition each, for commands that try to have something run that nobody allowed."""
import json
import os
import shutil
import subprocess
import tempfile

REPOSITORY = os.path.abspath(f"{__file__}/../../../..")


def built():
    """The program of the newest build."""
    places = [os.path.join(REPOSITORY, ".build", kind, "runintent") for kind in ("release", "debug")]
    return max((place for place in places if os.path.exists(place)), key=os.path.getmtime, default=places[0])


class Home:
    """A home with a folder of definitions, and a folder elsewhere in which a caller stands."""

    def __init__(self, program, user=None):
        self.program = os.path.abspath(program)
        self.user = user
        self.root = os.path.realpath(tempfile.mkdtemp(prefix="knowing-"))
        self.intents = os.path.join(self.root, "home", "intents")
        self.elsewhere = os.path.join(self.root, "elsewhere")
        self.mark = os.path.join(self.root, "mark", "made")
        for folder in (self.intents, self.elsewhere, os.path.dirname(self.mark), os.path.join(self.root, "home", "run")):
            os.makedirs(folder)
        os.chmod(self.root, 0o755)
        self.environment = {
            "HOME": os.path.join(self.root, "home"), "XDG_RUNTIME_DIR": os.path.join(self.root, "home", "run"),
            "PATH": f"{self.root}/home/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8",
        }
        os.chmod(self.environment["XDG_RUNTIME_DIR"], 0o700)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def own(self):
        """Gives everything to the user."""
        if self.user is None:
            return
        for folder, names, files in os.walk(self.root):
            for name in [folder, *(os.path.join(folder, name) for name in names + files)]:
                os.chown(name, self.user, self.user, follow_symlinks=False)

    def fill(self, text):
        return text.replace("MARK", self.mark).replace("ROOT", self.root)

    def write(self, path, text, mode=0o755):
        path = os.path.join(self.intents, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(self.fill(text))
        os.chmod(path, mode)
        return path

    def define(self, definition):
        text = json.dumps({"title": "Tried", "handler": "command", "limits": {"timeout": "10s"}, **definition})
        self.write("tried.json", text, 0o600)

    def start(self, words, folder=None):
        extra = {"user": self.user, "group": self.user, "extra_groups": []} if self.user is not None else {}
        return subprocess.run(
            words, env=self.environment, cwd=folder or self.elsewhere, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, **extra)

    def run(self, *words, folder=None):
        return self.start([self.program, "--intents", self.intents, *words], folder)

    def allow(self):
        return self.run("allow", "tried", "--yes", "--quiet").returncode == 0

    def has_run(self):
        """Whether the mark was made since it was last asked for."""
        made = os.path.exists(self.mark)
        if made:
            os.remove(self.mark)
        return made
