package main

import (
	"errors"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"rules2guards.local/compiler"
)

// flagSet returns an empty flag set for a command; its errors are printed by parse. The text
// of a flag that takes a value begins with what to write for it, in backquotes.
func flagSet(name string) *pflag.FlagSet {
	f := pflag.NewFlagSet(name, pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	f.Usage = func() {}
	return f
}

// parse reads a command's flags. done says that the command is over, with code.
func (a *app) parse(f *pflag.FlagSet, args []string) (code int, done bool) {
	err := f.Parse(args)
	var unknown *pflag.NotExistError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		a.help(f)
		return exitOK, true
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		var names []string
		f.VisitAll(func(x *pflag.Flag) { names = append(names, "--"+x.Name) })
		return a.unknown("flag", "--"+unknown.GetSpecifiedName(), names), true
	case err != nil:
		return a.misused("%v", err), true
	}
	return 0, false
}

// flagsOnly is parse for a command that takes no arguments.
func (a *app) flagsOnly(f *pflag.FlagSet, args []string) (code int, done bool) {
	if code, done := a.parse(f, args); done {
		return code, done
	}
	if f.NArg() > 0 {
		return a.misused("%s takes flags only, and %q is none", f.Name(), f.Arg(0)), true
	}
	return 0, false
}

// help prints what one command does, from its line of the usage, and its flags.
func (a *app) help(f *pflag.FlagSet) {
	_, rest, _ := strings.Cut(usage, "\n  "+f.Name()+" ")
	line, _, _ := strings.Cut(rest, "\n")
	form, about, _ := strings.Cut(line, "  ")
	form = strings.TrimSpace(f.Name() + " " + form)
	if f.HasFlags() {
		form += " [flags]"
	}
	a.printf("usage: rules2guards %s\n\n%s\n", form, strings.TrimSpace(about))
	n := 0
	f.VisitAll(func(x *pflag.Flag) {
		if n++; n == 1 {
			a.printf("\n")
		}
		form, about := x.Name, x.Usage
		if _, after, ok := strings.Cut(about, "`"); ok {
			var value string
			value, about, _ = strings.Cut(after, "` ")
			form += " " + value
		}
		switch x.DefValue {
		case "", "[]", "false":
		default:
			about += " (default: " + x.DefValue + ")"
		}
		a.printf("  --%-26s %s\n", form, about)
	})
}

// misused reports wrong usage.
func (a *app) misused(format string, args ...any) int {
	a.notef("error: "+format, args...)
	a.notef("hint: %s", strings.Join(strings.Fields("rules2guards "+a.command+" --help"), " "))
	return exitUsage
}

// unknown reports a word that is none of those known.
func (a *app) unknown(what, word string, known []string) int {
	hint := compiler.DidYouMean(word, known)
	switch {
	case hint == "" && len(known) > 0:
		hint = "it is one of " + strings.Join(known, ", ")
	case hint == "":
		return a.misused("unknown %s %q", what, word)
	}
	a.notef("error: unknown %s %q", what, word)
	a.notef("hint: %s", hint)
	return exitUsage
}
