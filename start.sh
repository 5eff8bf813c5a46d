#!/bin/sh
# Starts the product that was built or unpacked here. Settings are environment variables: see README.md.
cd -- "$(dirname -- "$0")" || exit 1
# In a clone, npm has installed a Node binary.
node=node_modules/.bin/node
[ -x "$node" ] || node=node
if ! "$node" -e 'var v = process.versions.node.split("."); process.exit(v[0] > 22 || (v[0] == 22 && v[1] >= 22) ? 0 : 1)'; then
  echo 'Embarka needs Node 22.22.0 or newer: install it from https://nodejs.org or put it first in PATH.' >&2
  exit 1
fi
# Each thread would keep its own freed memory: two pools for all threads save 40 MB.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
exec "$node" build/process/index.js
