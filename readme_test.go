package ply_test

import (
	"os"
	"strings"
	"testing"
)

// TestReadme compares the Go code of the README with the examples, which compile and run.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	rest := string(readme)
	for _, file := range []string{"example_stairs_test.go", "example_nim_test.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, code, found := strings.Cut(rest, "```go\n")
		code, after, closed := strings.Cut(code, "```")
		if !found || !closed {
			t.Fatalf("no Go code for %s", file)
		}
		rest = after
		example := string(source)
		for line := range strings.Lines(code) {
			var here bool
			if _, example, here = strings.Cut(example, strings.TrimSpace(line)); !here {
				t.Errorf("not in %s, or not in this order: %s", file, line)
			}
		}
	}
}
