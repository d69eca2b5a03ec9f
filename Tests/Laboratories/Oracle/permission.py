"""Decides who may run what, a second time and independently: facts come as JSON, a line each, on standard
input; a word a line goes out. With --forget-denials or --forget-policy it is wrong on purpose, so that a comparison
that finds nothing can be told from one that cannot find anything."""

import json
import sys

WHO = {"terminal": "here", "script": "unattended", "timer": "unattended", "automation": "unattended"}
HARMLESS = ("lock(unlock,demo,", "vpn(up,demo,", "vpn(down,demo,")
PERSONAL = ("lock(unlock,", "lock(open,", "elevate(")


def touches(claimed, ruled):
    """Whether a run that claims the one may touch what the rule names."""
    if claimed == ruled:
        return True
    kind, _, target = claimed[:-1].rpartition(",")
    return target == "any" and ruled.startswith(kind + ",") and ruled.endswith(")")


def names(claimed, selector):
    """Whether a rule of the configuration that names capabilities so is about what a run claims."""
    if "(" not in selector:
        return claimed.split("(")[0] == selector
    if selector.count(",") == 0 and selector.split("(")[0] in ("lock", "vpn"):
        return claimed.startswith(selector[:-1] + ",")
    return touches(claimed, selector)


def speaks(rule, facts):
    """Whether the stored word is about runs that come from there."""
    return rule["who"] == WHO[facts["source"]] and rule["only"] in ("", facts["source"])


def meets(rule, facts):
    return (
        (not rule["intents"] or facts["intent"] in rule["intents"])
        and (not rule["sources"] or facts["source"] in rule["sources"])
        and (
            not rule["capabilities"]
            or any(names(c, s) for c in facts["capabilities"] for s in rule["capabilities"])
        )
    )


def refuses(rule, facts):
    if rule["denies"]:
        return True
    if rule["users"] is not None:
        if not set(rule["users"]) & set(facts["users"]) and not set(rule["groups"]) & set(facts["groups"]):
            return True
    minute = facts["minute"]
    within = [a <= minute < b if a < b else minute >= a or minute < b for a, b in rule["hours"]]
    return bool(within) and not any(within)


def decide(facts, forgets_denials, forgets_policy):
    now = facts["now"]
    live = [r for r in facts["rules"] if r["expires"] is None or now < r["expires"]]
    guarded = [c for c in facts["capabilities"] if not c.startswith(HARMLESS)]
    needs_bytes = facts["output"] or bool(guarded)
    policy = [] if forgets_policy else [r for r in facts["policy"] if meets(r, facts)]
    if any(refuses(r, facts) for r in policy if not r["capabilities"]):
        return "policy"
    if facts["mode"] != "made":
        return "mode"
    if any(refuses(r, facts) for r in policy):
        return "policy"
    if needs_bytes and facts["file"] == "writable":
        return "writable"
    if not forgets_denials:
        for rule in live:
            if rule["denies"] and speaks(rule, facts):
                if any(touches(c, rule["capability"]) for c in facts["capabilities"]):
                    return "denied"
    if needs_bytes:
        if facts["trust"] != "same":
            # Bytes that were allowed for somebody else's runs say nothing.
            return {
                "none": "not-allowed", "others": "not-allowed", "changed": "changed", "file": "file-changed"
            }[facts["trust"]]
    reasons = [reason for reason in (lack(c, facts, live) for c in guarded) if reason]
    if reasons:
        return next((r for r in reasons if r != "not-allowed"), "not-allowed")
    if facts["confirm"] == "asked":
        return "confirm"
    levels = ["none", "unlocked", "required"]
    level = max([facts["asks"]] + [r["authentication"] for r in policy], key=levels.index)
    if not facts["proven"]:
        if level == "required" or any(unproven(c, facts) for c in guarded):
            return "authenticate"
    if level == "unlocked" and not facts["unlocked"]:
        return "unlock"
    return "allow"


def unproven(capability, facts):
    """Whether it takes a person who proved who they are, and the permission does not say that they did."""
    if not capability.startswith(PERSONAL):
        return False
    return not any(
        rule["proven"]
        for rule in facts["rules"]
        if not rule["denies"] and speaks(rule, facts) and rule["capability"] == capability
    )


def lack(capability, facts, live):
    """What is missing for one capability; None when a permission covers it."""
    if capability.endswith(",any)"):
        return "not-allowed"
    matching = [
        rule
        for rule in facts["rules"]
        if not rule["denies"] and speaks(rule, facts) and rule["capability"] == capability
    ]
    for rule in matching:
        if rule in live and (rule["uses"] is None or rule["uses"] > 0):
            return None
    if not matching:
        return "not-allowed"
    return "used-up" if matching[0] in live else "expired"


if __name__ == "__main__":
    wrong = ["--forget-denials" in sys.argv, "--forget-policy" in sys.argv]
    for line in sys.stdin:
        print(decide(json.loads(line), *wrong))
