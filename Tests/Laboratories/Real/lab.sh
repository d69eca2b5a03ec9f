# shellcheck shell=bash
# What the set-ups of this folder share: name spaces that end with the script, and whatever runs in them.
#
# A set-up is ready when it has printed "ready", and ends when its standard input does, so that it never outlives
# whoever started it, however that one ended; its folder is gone then.

spaces=()
servants=()

# Starts a process whose network and mounts are its own; its number names them from then on.
new_space() { # VARIABLE
  unshare --net --mount --propagation private sleep infinity &
  local holder=$!
  spaces+=("$holder")
  until [ "$(readlink "/proc/$holder/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.02; done
  within "$holder" mount -t sysfs -o ro sysfs /sys
  within "$holder" ip link set lo up
  printf -v "$1" %s "$holder"
}

within() { # HOLDER COMMAND...
  nsenter --target "$1" --net --mount -- "${@:2}"
}

# A script by which a caller runs a command there, in the folder where it is.
write_entrance() { # HOLDER FILE
  cat >"$2" <<ENTRANCE
#!/bin/sh
exec nsenter --target $1 --net --mount -- sh -c 'cd "\$0" && exec "\$@"' "\$PWD" "\$@"
ENTRANCE
  chmod 755 "$2"
}

# A cable between two name spaces, called "wire" at both ends.
new_wire() { # HOLDER ADDRESS HOLDER ADDRESS
  ip link add wire netns "$1" type veth peer name wire netns "$3"
  within "$1" ip address add "$2" dev wire
  within "$3" ip address add "$4" dev wire
  within "$1" ip link set wire up
  within "$3" ip link set wire up
}

inhabitants() { # HOLDER
  local net
  net=$(readlink "/proc/$1/ns/net") || return 0
  { find /proc/[0-9]*/ns/net -maxdepth 0 -lname "${net/\[/\\[}" 2>/dev/null || true; } | cut -d/ -f3
}

tear_down() {
  trap - EXIT
  local space pid
  for pid in "${servants[@]}"; do kill "$pid" 2>/dev/null || true; done
  sleep 0.3
  for space in "${spaces[@]}"; do
    for pid in $(inhabitants "$space"); do [ "$pid" = "$space" ] || kill -KILL "$pid" 2>/dev/null || true; done
    kill -KILL "$space" 2>/dev/null || true
  done
  for pid in "${servants[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  rm -rf "${folder:?}"
}

serve_until_input_ends() {
  echo ready
  # Also when somebody else holds the other end of the input.
  while kill -0 "$PPID" 2>/dev/null; do
    status=0
    read -r -t 1 _ || status=$?
    if [ "$status" -gt 0 ] && [ "$status" -le 128 ]; then return; fi
  done
}

: "${folder:?the folder of the set-up}"
trap tear_down EXIT
trap 'exit 130' INT TERM HUP
