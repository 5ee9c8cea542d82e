package main

import "syscall"

// noexec reports whether no program can be started from a folder.
func noexec(dir string) bool {
	const flag = 0x8 // ST_NOEXEC
	var st syscall.Statfs_t
	return syscall.Statfs(dir, &st) == nil && st.Flags&flag != 0
}
