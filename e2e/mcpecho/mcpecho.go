// Package mcpecho is an MCP server with one tool, `echo`, for tests of guards: what it
// was called with can be seen from outside.
package mcpecho

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// maxLine is more than any test sends.
const maxLine = 16 << 20

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		ProtocolVersion string `json:"protocolVersion"`
		Arguments       struct {
			Text string `json:"text"`
		} `json:"arguments"`
	} `json:"params"`
}

// Serve answers one JSON-RPC message a line until in ends. Each call of the tool is a line
// in trace before it is answered.
func Serve(in io.Reader, out, trace io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	enc := json.NewEncoder(out)
	for lines.Scan() {
		var q request
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return fmt.Errorf("read an MCP message: %w", err)
		}
		if q.Method == "tools/call" {
			if _, err := fmt.Fprintf(trace, "echo %s\n", q.Params.Arguments.Text); err != nil {
				return fmt.Errorf("write the trace: %w", err)
			}
		}
		if len(q.ID) == 0 { // a notification
			continue
		}
		if err := enc.Encode(map[string]any{"jsonrpc": "2.0", "id": q.ID, "result": result(q)}); err != nil {
			return fmt.Errorf("answer an MCP message: %w", err)
		}
	}
	return lines.Err()
}

func result(q request) any {
	switch q.Method {
	case "initialize":
		return map[string]any{
			"protocolVersion": q.Params.ProtocolVersion,
			"capabilities":    map[string]any{"tools": map[string]any{}},
			"serverInfo":      map[string]any{"name": "echo", "version": "0.1.0"},
		}
	case "tools/list":
		return map[string]any{"tools": []any{map[string]any{
			"name": "echo", "description": "Return the given text.",
			"inputSchema": map[string]any{
				"type":       "object",
				"properties": map[string]any{"text": map[string]any{"type": "string"}},
				"required":   []string{"text"},
			},
		}}}
	case "tools/call":
		return map[string]any{"content": []any{map[string]any{"type": "text", "text": q.Params.Arguments.Text}}}
	}
	return map[string]any{}
}
