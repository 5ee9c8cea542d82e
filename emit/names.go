package emit

import (
	"rules2guards.local/guard"
	"rules2guards.local/guard/call"
)

// The names of constants, as rules.go and index.go write them. Empty: there is none.

func kindName(k guard.Kind) string {
	switch k {
	case guard.CommandRule:
		return "CommandRule"
	case guard.PathRule:
		return "PathRule"
	case guard.ContentRule:
		return "ContentRule"
	case guard.HostRule:
		return "HostRule"
	case guard.ToolRule:
		return "ToolRule"
	}
	return ""
}

func decisionName(d call.Decision) string {
	switch d {
	case call.Pass:
		return "Pass"
	case call.Count:
		return "Count"
	case call.Warn:
		return "Warn"
	case call.Ask:
		return "Ask"
	case call.Block:
		return "Block"
	}
	return ""
}

func targetName(t guard.Target) string {
	switch t {
	case guard.FileText:
		return "FileText"
	case guard.CommitMessage:
		return "CommitMessage"
	case guard.PRTitle:
		return "PRTitle"
	case guard.PRBody:
		return "PRBody"
	case guard.SQL:
		return "SQL"
	}
	return ""
}

func viaName(v guard.Via) string {
	switch v {
	case guard.ViaAny:
		return "ViaAny"
	case guard.ViaShell:
		return "ViaShell"
	case guard.ViaTool:
		return "ViaTool"
	}
	return ""
}

func triName(t guard.Tri) string {
	switch t {
	case guard.Unstated:
		return "Unstated"
	case guard.Yes:
		return "Yes"
	case guard.No:
		return "No"
	}
	return ""
}

func accessName(a call.Access) string {
	switch a {
	case call.Read:
		return "Read"
	case call.Write:
		return "Write"
	case call.Create:
		return "Create"
	case call.Delete:
		return "Delete"
	}
	return ""
}

func anchorName(a guard.Anchor) string {
	switch a {
	case guard.Anywhere:
		return "Anywhere"
	case guard.Base:
		return "Base"
	case guard.Home:
		return "Home"
	case guard.Root:
		return "Root"
	case guard.Temp:
		return "Temp"
	}
	return ""
}
