//go:build ignore

// Wordsize ends with status 1 unless an int has 32 bits. If the system cannot run it, that is an error, too.
package main

import (
	"os"
	"strconv"
)

func main() {
	if strconv.IntSize != 32 {
		os.Exit(1)
	}
}
