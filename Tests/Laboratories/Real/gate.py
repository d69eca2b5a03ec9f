#!/usr/bin/env python3
"""Stands before a service of HTTP, notes each request, and fails in ways that networks and services fail.

Usage: gate.py PORT UPSTREAM FOLDER

FOLDER/requests gets a line for each request. FOLDER/gate.mode says what is done, read for each connection:

  pass      hands everything on
  starting  answers 503, as a service that starts anew
  cut       hands a POST on, drops its answer, and refuses whatever comes then
  deaf      hands a POST on and never answers it; what comes after is handed on
  mute      takes a request and never answers it
  garbage   answers 200 with what is no JSON
"""
import http.client
import http.server
import os
import sys
import time

port, upstream, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]


def mode():
    try:
        with open(f"{folder}/gate.mode", encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return "pass"


class Gate(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    cut = False

    def log_message(self, *_):
        pass

    def handle_all(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with open(f"{folder}/requests", "a", encoding="utf-8") as file:
            file.write(f"{self.command} {self.path}\n")
        how = mode()
        if how != "cut":
            Gate.cut = False
        if Gate.cut:
            return self.drop()
        if how == "starting":
            return self.answer(503, b"starting")
        if how == "mute":
            time.sleep(60)
            return self.drop()
        if how == "garbage":
            return self.answer(200, b"<html>")
        connection = http.client.HTTPConnection("127.0.0.1", upstream, timeout=30)
        headers = {key: value for key, value in self.headers.items() if key.lower() not in ("host", "connection")}
        connection.request(self.command, self.path, body or None, headers)
        if self.command == "POST" and how == "cut":
            Gate.cut = True
            time.sleep(0.05)
            return self.drop()
        answer = connection.getresponse()
        data = answer.read()
        if self.command == "POST" and how == "deaf":
            time.sleep(60)
            return self.drop()
        return self.answer(answer.status, data, answer.headers.get("Content-Type", "text/plain"))

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_all

    def answer(self, status, data, kind="text/plain"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def drop(self):
        self.close_connection = True
        self.connection.close()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


os.makedirs(folder, exist_ok=True)
Server(("127.0.0.1", port), Gate).serve_forever()
