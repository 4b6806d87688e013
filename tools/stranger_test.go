package main

import (
	"strings"
	"testing"
)

func TestReadmeProgram(t *testing.T) {
	const text = "Text.\n```go\ntype T struct{ n int }\n\nfunc (t *T) Do() {\n\tt.n++\n}\nfunc (t *T) N() int { return t.n } // a comment\n\n" +
		"result, err := search.Run(ctx, new(T))\nfmt.Println(result, err) // 3 <nil>: a proof\n```\nMore.\n"
	blocks := goBlocks(text)
	if len(blocks) != 1 {
		t.Fatalf("%d blocks", len(blocks))
	}
	source, want := readmeProgram(blocks[0])
	if want != "3 <nil>\n" {
		t.Errorf("prints %q", want)
	}
	before, main, found := strings.Cut(source, "func main() {")
	if !found || !strings.Contains(before, "func (t *T) N()") || !strings.Contains(before, `"github.com/ply-search/ply/search"`) {
		t.Errorf("declarations:\n%s", before)
	}
	if !strings.Contains(main, "result, err := search.Run") || strings.Contains(main, "func ") {
		t.Errorf("main:\n%s", main)
	}
}

func TestExampleProgram(t *testing.T) {
	source, want, err := exampleProgram("package p_test\n\nimport \"fmt\"\n\nfunc Example() {\n\tfmt.Println(1)\n\t// Output:\n\t// 1\n\t// 2 3\n}\n")
	if err != nil || want != "1\n2 3\n" {
		t.Errorf("prints %q, %v", want, err)
	}
	if !strings.HasPrefix(source, "package main\n\nimport") || !strings.Contains(source, "func main() {") {
		t.Error(source)
	}
	if _, _, err := exampleProgram("package p_test\n"); err == nil {
		t.Error("a file without an example")
	}
}
