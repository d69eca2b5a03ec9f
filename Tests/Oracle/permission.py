"""Decides who may run what, a second time and independently: facts come as JSON, a line each, on standard
input; a word a line goes out. With --forget-denials it is wrong on purpose, so that a comparison that finds
nothing can be told from one that cannot find anything."""

import json
import sys

HARMLESS = ("lock(unlock,demo,", "vpn(up,demo,", "vpn(down,demo,")
PERSONAL = ("lock(unlock,", "lock(open,", "elevate(")


def touches(claimed, ruled):
    """Whether a run that claims the one may touch what the rule names."""
    if claimed == ruled:
        return True
    kind, _, target = claimed[:-1].rpartition(",")
    return target == "any" and ruled.startswith(kind + ",") and ruled.endswith(")")


def decide(facts, forgets_denials):
    now, source = facts["now"], facts["source"]
    live = [r for r in facts["rules"] if r["expires"] is None or now < r["expires"]]
    guarded = [c for c in facts["capabilities"] if not c.startswith(HARMLESS)]
    needs_trust = facts["output"] or bool(guarded)
    if facts["mode"] != "made":
        return "mode"
    if needs_trust and facts["file"] == "writable":
        return "writable"
    if not forgets_denials:
        for rule in live:
            if rule["denies"] and rule["source"] == source:
                if any(touches(c, rule["capability"]) for c in facts["capabilities"]):
                    return "denied"
    if needs_trust:
        if facts["trust"] != "same":
            return {"none": "untrusted", "changed": "changed", "file": "file-changed"}[facts["trust"]]
    reasons = [reason for reason in (lack(c, facts, live) for c in guarded) if reason]
    if reasons:
        return next((r for r in reasons if r != "not-granted"), "not-granted")
    if facts["confirm"] == "asked":
        return "confirm"
    if not facts["proven"]:
        if facts["asks"] == "required" or any(unproven(c, facts) for c in guarded):
            return "authenticate"
    if facts["asks"] == "unlocked" and not facts["unlocked"]:
        return "unlock"
    return "allow"


def unproven(capability, facts):
    """Whether it takes a person who proved who they are, and the grant does not say that they did."""
    if not capability.startswith(PERSONAL):
        return False
    return not any(
        rule["proven"]
        for rule in facts["rules"]
        if not rule["denies"] and rule["source"] == facts["source"] and rule["capability"] == capability
    )


def lack(capability, facts, live):
    """What is missing for one capability; None when a grant covers it."""
    if capability.endswith(",any)"):
        return "not-granted"
    matching = [
        rule
        for rule in facts["rules"]
        if not rule["denies"] and rule["source"] == facts["source"] and rule["capability"] == capability
    ]
    for rule in matching:
        if rule in live and (rule["uses"] is None or rule["uses"] > 0):
            return None
    if not matching:
        return "not-granted"
    return "used-up" if matching[0] in live else "expired"


if __name__ == "__main__":
    wrong = "--forget-denials" in sys.argv
    for line in sys.stdin:
        print(decide(json.loads(line), wrong))
