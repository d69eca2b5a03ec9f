#!/usr/bin/env python3
"""Locks on a broker of MQTT that speak as Zigbee2MQTT does, for the set-up "broker".

Usage: zigbee_lock.py PORT FOLDER NAME...

FOLDER/NAME.mode says how a lock behaves from now on, read whenever something comes for it:

  good      moves and tells so
  jam       tells that the bolt is between the two states
  silent    says nothing, as the bridge does about a command it does not understand
  bounce    moves, tells so, and falls back
  stale     moves, tells so, and then tells what was before, as from a cache; asked, it tells what is
  dated     the same, with the moment of each report, and asked, it says nothing
  fade      moves, tells so, and then tells that it does not know
  jiggle    moves, tells so, and then tells that it does not know and once more that it moved
  stuck     tells at once that it will move, and never does
  offline   is away, says nothing, and its availability says so

FOLDER/NAME.commands gets a line for each command. FOLDER/NAME.delay holds the seconds that the bolt takes, 0.3 when there is no such file.
"""
import json
import os
import select
import socket
import struct
import sys
import time

BASE = "zigbee2mqtt"


def read(path, default):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip() or default
    except OSError:
        return default


class Client:
    """The few packets of MQTT 3.1.1 that this takes, at the lowest quality of service."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        will = self.text(f"{BASE}/bridge/state") + self.text('{"state":"offline"}')
        # Clean session, with a will that is retained; an hour between signs of life.
        self.send(0x10, self.text("MQTT") + struct.pack("!BBH", 4, 0x26, 3600) + self.text(f"lock-{os.getpid()}") + will)

    @staticmethod
    def text(words):
        data = words.encode()
        return struct.pack("!H", len(data)) + data

    def send(self, kind, body):
        size, length = len(body), b""
        while True:
            size, byte = divmod(size, 128)
            length += bytes([byte | (128 if size else 0)])
            if not size:
                break
        self.socket.sendall(bytes([kind]) + length + body)

    def subscribe(self, *topics):
        self.send(0x82, b"\0\1" + b"".join(self.text(topic) + b"\0" for topic in topics))

    def publish(self, topic, payload, retain=False):
        data = payload if isinstance(payload, str) else json.dumps(payload, separators=(",", ":"))
        self.send(0x31 if retain else 0x30, self.text(topic) + data.encode())

    def packet(self):
        """The kind and body of the next packet in what has come, or None."""
        size, shift = 0, 0
        for place in range(1, min(len(self.rest), 5)):
            size |= (self.rest[place] & 127) << shift
            shift += 7
            if self.rest[place] < 128:
                end = place + 1 + size
                if len(self.rest) < end:
                    return None
                kind, body = self.rest[0] >> 4, self.rest[place + 1 : end]
                self.rest = self.rest[end:]
                return kind, body
        return None

    def receive(self, limit):
        """Yields the topic and payload of each message that comes within so many seconds."""
        if select.select([self.socket], [], [], limit)[0]:
            data = self.socket.recv(65536)
            if not data:
                sys.exit("the broker is gone")
            self.rest += data
        while (found := self.packet()) is not None:
            if found[0] == 3:
                yield self.message(found[1])

    @staticmethod
    def message(body):
        end = 2 + struct.unpack("!H", body[:2])[0]
        return body[2:end].decode(), body[end:].decode(errors="replace")


class Lock:
    def __init__(self, client, folder, name):
        self.client, self.name, self.path = client, name, f"{folder}/{name}"
        self.state, self.bolt = "LOCK", "locked"
        self.due = []

    def mode(self):
        return read(self.path + ".mode", "good")

    def tell(self, bolt=None):
        told = self.bolt if bolt is None else bolt or None
        values = {"state": self.state, "lock_state": told, "battery": 87}
        if self.mode() == "dated":
            values["last_seen"] = int(time.time() * 1000) - (0 if bolt is None else 60_000)
        self.client.publish(f"{BASE}/{self.name}", values)

    def announce(self):
        word = "offline" if self.mode() == "offline" else "online"
        self.client.publish(f"{BASE}/{self.name}/availability", {"state": word}, retain=True)

    def later(self, state, bolt, times=1, told=None):
        """Later the bolt is there; something else may be told of it."""
        moment = time.monotonic() + times * float(read(self.path + ".delay", "0.3"))
        self.due.append((moment, state, bolt, told))
        self.due.sort(key=lambda each: each[0])

    def take(self, verb, payload):
        if verb == "set":
            with open(self.path + ".commands", "a", encoding="utf-8") as file:
                file.write(payload + "\n")
        mode = self.mode()
        if mode in ("silent", "offline"):
            return
        if verb == "get":
            return None if mode == "dated" else self.tell()
        try:
            word = json.loads(payload).get("state")
        except (ValueError, AttributeError):
            word = payload
        if word not in ("LOCK", "UNLOCK"):
            return None
        bolt = {"LOCK": "locked", "UNLOCK": "unlocked"}[word]
        if mode == "good":
            self.later(word, bolt)
        elif mode == "jam":
            self.later(self.state, "not_fully_locked")
        elif mode == "bounce":
            self.later(word, bolt)
            self.later(self.state, self.bolt, times=2)
        elif mode in ("stale", "dated"):
            self.later(word, bolt)
            self.later(word, bolt, 1.1, self.bolt)
        elif mode in ("fade", "jiggle"):
            self.later(word, bolt)
            self.later(word, bolt, 1.3, "")
            if mode == "jiggle":
                self.later(word, bolt, 2)
        elif mode == "stuck":
            self.state = word
            self.tell()
        return None

    def work(self):
        """Does what is due; answers how long until the next."""
        while self.due and self.due[0][0] <= time.monotonic():
            _, self.state, self.bolt, told = self.due.pop(0)
            self.tell(told)
        return self.due[0][0] - time.monotonic() if self.due else 60


def main():
    port, folder, names = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    client = Client(port)
    locks = {name: Lock(client, folder, name) for name in names}
    client.subscribe(*[f"{BASE}/{name}/{verb}" for name in names for verb in ("set", "get")], "lab/announce")
    client.publish(f"{BASE}/bridge/state", {"state": "online"}, retain=True)
    for lock in locks.values():
        lock.announce()
    print("ready", flush=True)
    while True:
        limit = min(lock.work() for lock in locks.values())
        for topic, payload in client.receive(max(0, limit)):
            parts = topic.split("/")
            if topic == "lab/announce":
                for lock in locks.values():
                    lock.announce()
            else:
                locks[parts[1]].take(parts[2], payload)


main()
