#!/bin/sh
# Runs every fuzz test for a while: fuzz.sh 10s. Crashers land in testdata/fuzz.
set -eu
time=${1:-10s}
grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do
	dir=$(dirname "$file")
	sed -n 's/^func \(Fuzz[A-Za-z0-9]*\)(.*/\1/p' "$file" | while read -r name; do
		echo "$dir $name"
		# Shrinking what is merely interesting would take all of the time.
		go test "$dir" -run '^$' -fuzz "^$name\$" -fuzztime "$time" -fuzzminimizetime 1x </dev/null
	done
done
