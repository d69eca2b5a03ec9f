"""Decides of which class a command is, a second time and independently: facts come as JSON, a line each, on standard
input; a word a line goes out. With --forget-sandbox or --forget-callers it is wrong on purpose."""

import json
import sys

CODE = ("script", "folder", "variable")


def decide(program, place, sandbox, forgets_callers):
    """The class: "exec" asks, "elevate" proves, "any" is for once only, "refused" for nobody."""
    tight = sandbox == "tight"
    if place == "program":
        return "any"
    if place == "script":
        return "elevate" if tight else "refused"
    if place in ("folder", "variable"):
        if place == "folder" and program in ("own", "script", "reads") and not tight:
            return "exec"
        return "elevate" if tight else "any"
    if forgets_callers or place in ("nothing", "number", "list", "pattern"):
        return "exec"
    # What is left takes any text, as a word, as input or in a harmless variable.
    return "exec" if tight or program in ("own", "script", "reads") else "elevate"


if __name__ == "__main__":
    for line in sys.stdin:
        facts = json.loads(line)
        sandbox = "none" if "--forget-sandbox" in sys.argv else facts["sandbox"]
        print(decide(facts["program"], facts["place"], sandbox, "--forget-callers" in sys.argv))
