package templates

import _ "embed"

// report is the page that count and test write.
//
//go:embed report.html
var report string

// Report returns the page of a replay. @DATA@ stands for its data, a JSON text in which <
// is escaped; @SCRIPT@ and @STYLE@ for the digests of its script and its style.
func Report() string { return report }
