package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		source string
		want   width
	}{
		{"package p\nfunc F() {}\nfunc f() {}\nfunc (T) M() {}\ntype T int\ntype u struct{ A int }", width{2, 0}},
		{"package p\nconst A, b = 1, 2\nvar (\n\tC = 1\n\td = 2\n)", width{2, 0}},
		{"package p\ntype S struct {\n\tA, B int\n\tc int\n\tT\n\t*q.U[int]\n\tv\n\tN struct{ X, y int }\n}", width{1, 6}},
		{"package p\ntype I interface{ M() }\ntype F func(x int)", width{2, 0}},
		{"package main\nfunc F() {}", width{}},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"a.go": c.source, "a_test.go": "package p\nfunc G() {}"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := widthOf(dir); err != nil || got != c.want {
			t.Errorf("%q: %+v, error %v, want %+v", c.source, got, err, c.want)
		}
	}
}
