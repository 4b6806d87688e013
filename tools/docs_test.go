package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestDocs(t *testing.T) {
	root := fake(t)
	for name, text := range map[string]string{
		"lib.go": "// Package fake has:\n//\n//\tfake.One(fake.Two, other.Any)\n//\n// And [One], [Thing.Size], [" + fakePath + "/part.Two], [fmt.Println] and [example.com/other.Any].\npackage fake\n\n" +
			"// One is 1, not [Nothing].\nfunc One() int { return 1 }\n\n// A Thing is like [" + fakePath + "/part.Three] and [fmt.Nothing].\ntype Thing struct{ Size int }\n",
		"example_test.go": "package fake_test\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\nfunc Example() {\n\tfmt.Println(1)\n\t// Output: 1\n}\n\n" +
			"func ExampleOne() {\n\tfmt.Println(1)\n}\n\nfunc ExampleThing() {\n\t_ = func(t *testing.T) {}\n}\n",
		"ARCHITECTURE.md": "`part`\n",
		"mute/mute.go":    "// Package mute shows nothing.\npackage mute\n",
		"README.md": "# Title\n\n## [good](part)\n\n## [good](part)\n\n[good](part) [good](part/part.go) [good](#title) [bad](missing.md) [bad](README.md#nowhere) `[code](x)` <img src=\"none.svg\"> `fake.One`, `fake.Thing.Size`, `os.Nothing`, `fake.Two()`, `x/fake.Go`\n" +
			"\n```go\nf[M](ctx, g)\n```\n\n[elsewhere](https://example.com/x)\n",
	} {
		write(t, filepath.Join(root, filepath.FromSlash(name)), text)
	}
	out, _, err := tool(t, root, "docs")
	if err == nil {
		t.Error("no error")
	}
	want := []string{
		".: Example" + "One has no output to compare",
		".: there is no fake.Two",
		".: One: there is no [Nothing]",
		".: Thing: there is no " + fakePath + "/part.Three",
		".: Thing: there is no fmt.Nothing",
		"part: package part has no comment",
		"mute: the comment of package mute shows no call",
		"examples/show: package main has no comment",
		"ARCHITECTURE.md: package mute is missing",
		"README.md: there is no missing.md",
		"README.md: README.md has no heading #nowhere",
		"README.md: there is no none.svg",
		"README.md: there is no fake.Two",
		"README.md: the heading [good](part) stands twice",
	}
	for _, line := range want {
		if !strings.Contains(out, line+"\n") {
			t.Errorf("%q is missing", line)
		}
	}
	if got := strings.Count(out, "\n"); got != len(want) {
		t.Errorf("%d problems instead of %d:\n%s", got, len(want), out)
	}
}

func TestAnchors(t *testing.T) {
	got := strings.Join(anchors("# A & B, c\n\n## Études_2 - x\n\n```\n# not one\n```\n"), " ")
	if want := "a--b-c études_2---x"; got != want {
		t.Errorf("%q instead of %q", got, want)
	}
}
