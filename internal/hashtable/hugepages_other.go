//go:build !linux

package hashtable

import "unsafe"

func useHugePages(unsafe.Pointer, uintptr) {}
