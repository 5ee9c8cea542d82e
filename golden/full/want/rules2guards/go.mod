module rules2guards.local

go 1.26.0

require (
	mvdan.cc/sh/v3 v3.14.1
)
