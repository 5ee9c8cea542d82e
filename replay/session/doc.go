// Package session reads the session logs that AI coding tools keep, and hands out the tool
// calls in them.
//
//	files ─ detect (by content) ─> chunks ─ read records (in parallel) ─> entries
//	                                              └─ assemble, in file order ─> calls with outcomes
//
// A reader of one format is a function from one record to entries: a call, a result of a
// call, or something that later records are to be read by (the folder, the session). It
// keeps no state, so that a large file can be read by several workers; the assembler, which
// sees a file's entries in order, pairs calls with their results.
//
// Logs are hostile input. Bytes are searched for a mark of a call before anything is
// decoded, the decoder takes bounded memory and no recursion over nested text, nothing is
// decompressed, and what can't be read is skipped, counted and reported with its place.
package session
