package main

import (
	"fmt"
	"strings"
)

// json prints the result for programs.
func (d *doctor) json() error {
	out := struct {
		Sound    bool       `json:"sound"`
		Entries  []examined `json:"entries"`
		Findings []finding  `json:"findings"`
	}{!d.sick(), append([]examined{}, d.entries...), append([]finding{}, d.findings...)}
	return d.app.encode(out)
}

// text prints the findings, each with its fix, and a line for each entry that is sound.
func (d *doctor) text() {
	for _, f := range d.findings {
		d.app.printf("%s%s: %s (%s) [%s]\n", d.at(f), severityWord(f), f.Text, who(f), f.Check)
		d.app.printf("  fix: %s\n", f.Fix)
	}
	for _, e := range d.entries {
		if !e.Sound {
			continue
		}
		d.app.printf("%s, %s: sound: %s", e.Harness, e.Scope, d.app.rel(e.Path))
		if e.Trip != "" {
			d.app.printf(", blocked %q", e.Canary)
		}
		d.app.printf("\n")
	}
	if len(d.entries) == 0 && len(d.findings) == 0 {
		d.app.notef("note: no guard is installed here: rules2guards generate%s", d.asked)
	}
}

// github prints the findings as annotations.
func (d *doctor) github() error {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	for _, f := range d.findings {
		_, err := fmt.Fprintf(d.app.stdout, "::%s title=rules2guards doctor %s::%s\n", severityWord(f), f.Check, escape.Replace(d.at(f)+f.Text+" ("+who(f)+"); fix: "+f.Fix))
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *doctor) at(f finding) string {
	switch {
	case f.Path == "":
		return ""
	case f.Line > 0:
		return fmt.Sprintf("%s:%d: ", d.app.rel(f.Path), f.Line)
	}
	return d.app.rel(f.Path) + ": "
}

func severityWord(f finding) string {
	if f.Error {
		return "error"
	}
	return "warning"
}

func who(f finding) string {
	if f.Harness == "" {
		return string(f.Scope)
	}
	return f.Harness + ", " + string(f.Scope)
}
