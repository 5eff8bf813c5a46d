#!/bin/sh
# Starts the product that was built or unpacked here. Settings are environment variables: see README.md.
cd -- "$(dirname -- "$0")" || exit 1
# In a clone, npm has installed a Node binary.
node=node_modules/.bin/node
[ -x "$node" ] || node=node
# With 512 MB, V8 limits its heap to about 270 MB, but lets new objects fill 48 MB more before it collects them.
if ! options=$("$node" -e '
  var v = process.versions.node.split(".");
  if (!(v[0] > 22 || (v[0] == 22 && v[1] >= 22))) process.exit(1);
  if (require("v8").getHeapStatistics().heap_size_limit < 400e6) console.log("--max-semi-space-size=4");
'); then
  echo 'Embarka needs Node 22.22.0 or newer: install it from https://nodejs.org or put it first in PATH.' >&2
  exit 1
fi
# The last one counts, so an operator can choose another size.
export NODE_OPTIONS="$options ${NODE_OPTIONS:-}"
# Each thread would keep its own freed memory: two pools for all threads save 40 MB.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec "$node" build/process/index.js
