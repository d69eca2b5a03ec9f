#!/bin/sh
# What it prints is the answer: a dialog, a snippet, a value, and what to do next.
read -r one five fifteen _ < /proc/loadavg || exit 1
cat <<END
{ "dialog": "The load is $one on $(nproc) processors.",
  "snippet": { "icon": "bolt", "fields": { "5 minutes": "$five", "15 minutes": "$fifteen" } },
  "value": { "load": [$one, $five, $fifteen], "processors": $(nproc) },
  "next": [{ "title": "The whole machine", "command": ["show-status"] }] }
END
