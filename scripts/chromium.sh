#!/bin/sh
# Makes sure that a Chromium is there for the browser test: Debian's, if it may install one.
set -eu
for name in chromium chromium-browser google-chrome; do
	if command -v "$name" >/dev/null; then
		exit 0
	fi
done
apt-get update -q
apt-get install -q -y --no-install-recommends chromium
