package shell

// Message is a text that a command hands on.
type Message struct {
	Target string // commit-message, pr-title, pr-body, sql
	Text   Value
	Whole  bool // the whole text is known to be this
	Span   Span
}

// Messages returns the texts that a command hands on.
func Messages(c *Command) []Message { return nil }

// Host is a host that a command names.
type Host struct {
	Name string // lower case, without port and user
	Span Span
}

// Hosts returns the hosts that a command names.
func Hosts(c *Command) []Host { return nil }

// URLHost returns the host of an address, or "".
func URLHost(address string) string { return "" }
