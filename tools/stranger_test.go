package main

import (
	"strings"
	"testing"
)

func TestReadmePrograms(t *testing.T) {
	const text = "Text.\n```go\npackage main\n\nimport (\n\t\"fmt\"\n)\n\ntype T struct{ n int }\n\nfunc (t *T) N() int { return t.n } // a comment\n\n" +
		"func main() {\n\tfmt.Println(new(T).N()) // 0 <nil>: a proof\n}\n```\nMore.\n```go\nfunc main() { command.Main(new(T)) }\n```\n"
	blocks := goBlocks(text)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks", len(blocks))
	}
	if want := printed(blocks[0]); want != "0 <nil>\n" {
		t.Errorf("prints %q", want)
	}
	source := readmeCommand(blocks[0], blocks[1])
	if strings.Count(source, "func main") != 1 || !strings.Contains(source, "func (t *T) N()") || strings.Contains(source, "fmt") {
		t.Error(source)
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
