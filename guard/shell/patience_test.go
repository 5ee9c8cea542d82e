package shell

import (
	"strings"
	"sync"
	"time"
)

// Patience is how long a test may wait for the worst text of a kind: many times what a
// plain text of the greatest size takes on this machine, in this run.
var Patience = sync.OnceValue(func() time.Duration {
	start := time.Now()
	Read(strings.Repeat("a;", maxText/2), Options{})
	return 40*time.Since(start) + time.Second
})
