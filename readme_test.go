package ply_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme compares the programs of the README with the examples, which compile and run.
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
			if line == "package main\n" || line == "func main() {\n" {
				continue
			}
			var here bool
			if _, example, here = strings.Cut(example, strings.TrimSpace(line)); !here {
				t.Errorf("not in %s, or not in this order: %s", file, line)
			}
		}
	}
}

// exampleOrCode matches a link to a file of examples, or a block of Go code.
var exampleOrCode = regexp.MustCompile("(?s)\\]\\(([^)]*_test\\.go)\\)|```go\n(.*?)```")

// TestHowTo compares the Go code of each page of howto with the example that the page links before it. The parts of a block
// between blank lines must stand in the example as they are, and in this order.
func TestHowTo(t *testing.T) {
	pages, err := filepath.Glob("howto/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	index, err := os.ReadFile("howto/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(string(index), "]("+name+")") {
			t.Errorf("howto/README.md does not link %s", name)
		}
		if lines := strings.Count(string(text), "\n"); lines > 40 && filepath.Base(page) != "algorithms.md" {
			t.Errorf("%s has %d lines, more than a screen", page, lines)
		}
		example, source := "", ""
		for _, found := range exampleOrCode.FindAllStringSubmatch(string(text), -1) {
			if found[1] != "" {
				example = filepath.Join(filepath.Dir(page), filepath.FromSlash(found[1]))
				data, err := os.ReadFile(example)
				if errors.Is(err, fs.ErrNotExist) {
					t.Logf("%s: %s is in another module that is not here", page, example)
				} else if err != nil {
					t.Fatal(err)
				}
				source = unindented(string(data))
				continue
			}
			if example == "" {
				t.Errorf("%s: code without a link to its example", page)
			}
			for part := range strings.SplitSeq(unindented(found[2]), "\n\n") {
				if source == "" {
					continue
				}
				var here bool
				if _, source, here = strings.Cut(source, strings.TrimSpace(part)); !here {
					t.Fatalf("%s: not in %s, or not in this order:\n%s", page, example, part)
				}
			}
		}
	}
}

// unindented returns a text whose lines do not begin with white space.
func unindented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}
