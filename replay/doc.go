// Package replay asks what rules would have done to past sessions: it reads the session
// logs, decides every call with the same engine as a guard, and adds up what would have
// been stopped.
//
//	session.Scan ─ calls ─> judge (in parallel) ─ judged ─> Result: tallies and findings
//	                                                           └─ text, JSON, HTML
package replay
