// Package fakemodel is a scripted stand-in for a model's HTTP API. A test writes down
// which tool calls the "model" makes; the server plays them to a real harness and keeps
// what the harness told the model about each call.
//
// script.go and server.go know no protocol; one file per protocol reads requests and
// writes answers.
package fakemodel

import "strings"

// Script is what the model does in one conversation. A subagent's conversation is one of
// its own, so it has its own script.
type Script struct {
	Match string // text that the conversation's opening must hold; empty fits all, so it goes last
	Turns []Turn
}

// Turn is one answer of the model. The answer after the last turn is the text "done".
type Turn []Part

// Part is a text or a tool call within an answer.
type Part struct {
	Text  string
	Label string // name under which a test asks what became of the call
	Tool  string // empty: the part is a text
	Input map[string]any
}

// Say is a text.
func Say(text string) Part { return Part{Text: text} }

// Call is a tool call. Labels must differ within a server's scripts.
func Call(label, tool string, input map[string]any) Part {
	return Part{Label: label, Tool: tool, Input: input}
}

// Turns makes a turn of each part, for scripts that never make two calls at once.
func Turns(parts ...Part) []Turn {
	turns := make([]Turn, len(parts))
	for i, p := range parts {
		turns[i] = Turn{p}
	}
	return turns
}

// conversation is what a protocol's file understood of one request.
type conversation struct {
	opening string // text of all that the user said before the first answer: harnesses put notices of their own before or beside the prompt
	answers int    // answers of the model that it holds already
	tools   bool   // tools are offered: it is no side request for a title or a probe
	results []result
}

// result is what the harness tells the model about one call.
type result struct {
	id     string
	text   string
	failed bool
}

// turn is what the model does next in a conversation.
func turn(scripts []Script, c conversation) Turn {
	if !c.tools {
		return Turn{Say("ok")}
	}
	for _, s := range scripts {
		if !strings.Contains(c.opening, s.Match) {
			continue
		}
		if c.answers < len(s.Turns) {
			return s.Turns[c.answers]
		}
		break
	}
	return Turn{Say("done")}
}
