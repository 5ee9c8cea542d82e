module rules2guards.local

go 1.26.0

require (
	github.com/bmatcuk/doublestar/v4 v4.10.4
	mvdan.cc/sh/v3 v3.14.1
)
