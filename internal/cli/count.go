package cli

import "fmt"

// Count formats a number with a noun, given in the singular: "1 game", "2 games".
func Count[N int | int64 | uint64 | uint32](n N, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}
