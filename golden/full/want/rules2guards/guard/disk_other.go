//go:build !unix

package guard

// nonblock: there are no FIFOs in the file system here.
const nonblock = 0
