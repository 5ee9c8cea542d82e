package main

import "testing"

func TestTheFirstChangeIsShownWithoutTheCommasOfBothLines(t *testing.T) {
	for _, tc := range []struct{ name, have, want, shown string }{
		{"both", "{\n  \"a\": 1,\n", "{\n  \"a\": 2,\n", ` (line 2: "a": 1, not "a": 2)`},
		{"one", "\"a\": 1\n", "\"a\": 1,\n", ` (line 1: "a": 1, not "a": 1,)`},
		{"none", "a", "a", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := firstChange([]byte(tc.have), []byte(tc.want)); got != tc.shown {
				t.Errorf("got %q, want %q", got, tc.shown)
			}
		})
	}
}
