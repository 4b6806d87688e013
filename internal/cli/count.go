package cli

import "fmt"

// Count writes a number of things, whose name is that of one of them: "1 game", "2 games".
func Count[N int | int64 | uint64 | uint32](n N, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return fmt.Sprintf("%d %ss", n, name)
}
