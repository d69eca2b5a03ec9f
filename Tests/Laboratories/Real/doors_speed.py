#!/usr/bin/env python3
"""Prints how long an unlock takes beside the tools that do the same by hand, in set-ups of its own.

Usage: doors_speed.py RUNINTENT [RUNS], the release binary by its absolute path. Not a test: machines differ, the
difference is what counts. By hand an unlock is mosquitto_pub and the time that the lock takes, or two calls of curl.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
RUNINTENT, RUNS = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
LIMIT = 30


def start(name, folder):
    """A set-up that ends with its standard input."""
    process = subprocess.Popen([f"{HERE}/{name}", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    if process.stdout.readline() != "ready\n":
        sys.exit(f"{name} is not ready")
    return process


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def timed(*words, **more):
    began = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, **more)
    return (time.perf_counter() - began) * 1000


def compare(name, by_hand, ours, own):
    """Both in turn; `own` milliseconds are the lock's."""
    hands, times = [], []
    for run in range(RUNS + 2):
        hand, our = by_hand(), ours()
        if run > 1:
            hands.append(hand)
            times.append(our)
    hand, our = statistics.median(hands), statistics.median(times) - own
    added = our - hand
    verdict = "" if added <= LIMIT else "  TOO MUCH"
    print(f"{name:28}{hand:8.1f} ms by hand {our:8.1f} ms here: adds {added:5.1f} ms (at most {LIMIT}){verdict}")
    return added <= LIMIT


def main():
    with tempfile.TemporaryDirectory() as folder:
        broker, assistant = f"{folder}/broker", f"{folder}/assistant"
        os.makedirs(broker)
        os.makedirs(assistant)
        running = [start("broker", broker), start("home-assistant", assistant)]
        port, url, token = read(f"{broker}/port"), read(f"{assistant}/direct"), read(f"{assistant}/token")
        home = f"{folder}/home"
        os.makedirs(f"{home}/.config/runintent")
        with open(f"{home}/.config/runintent/config.json", "w", encoding="utf-8") as file:
            json.dump({
                "secrets": {"home": f"file:{assistant}/token"},
                "providers": {
                    "zigbee": {"type": "mqtt", "host": "127.0.0.1", "port": int(port)},
                    "home": {"type": "home-assistant", "url": url, "token": "${secret:home}"},
                },
                "doors": {
                    # Whether the bolt stays is waited for after it has moved, which nobody does by hand.
                    "front": {"provider": "zigbee", "topic": "zigbee2mqtt/front", "settle": "0s"},
                    "kitchen": {"provider": "home", "entity": "lock.kitchen_door", "settle": "0s"},
                },
            }, file)
        environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        for words in (["setup", "--yes"], ["allow", "--yes", "--quiet", "unlock-door", "lock-door"]):
            timed(RUNINTENT, *words, env=environment)

        delay = 100
        with open(f"{broker}/front.delay", "w", encoding="utf-8") as file:
            file.write(str(delay / 1000))

        def lock():
            subprocess.run(["mosquitto_pub", "-p", port, "-t", "zigbee2mqtt/front/set", "-m", "LOCK"], check=True)
            time.sleep(delay / 1000 + 0.05)

        def publish():
            lock()
            return timed("mosquitto_pub", "-p", port, "-t", "zigbee2mqtt/front/set", "-m", '{"state":"UNLOCK"}')

        def unlock():
            time.sleep(delay / 1000 + 0.05)
            lock()
            return timed(RUNINTENT, "unlock-door", "front", env=environment)

        good = compare("MQTT, Zigbee2MQTT", publish, unlock, delay)

        # The demo lock takes two seconds within the service, so that it counts on both sides.
        secret = ["-H", f"Authorization: Bearer {token}", "-H", "Content-Type: application/json"]

        def call(service):
            return timed("curl", "-q", "-s", *secret, "-d", '{"entity_id":"lock.kitchen_door"}', f"{url}/api/services/lock/{service}")

        def curl():
            call("lock")
            return call("unlock") + timed("curl", "-q", "-s", *secret, f"{url}/api/states/lock.kitchen_door")

        def assist():
            call("lock")
            return timed(RUNINTENT, "unlock-door", "kitchen", env=environment)

        global RUNS
        RUNS = min(RUNS, 7)
        good = compare("Home Assistant", curl, assist, 0) and good
        for process in running:
            process.stdin.close()
        for process in running:
            process.wait()
    sys.exit(0 if good else 1)


main()
