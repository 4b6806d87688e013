package main

import (
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestPictures(t *testing.T) {
	root := fake(t)
	write(t, filepath.Join(root, "examples", "README.md"),
		"<img src=\"pictures/text.svg\" width=\"300\" alt=\"printf 'a &lt; b\\n  c\\n'\">\n"+
			"<img src=\"pictures/drawn.svg\" width=\"300\" alt=\"echo '&lt;svg xmlns=&#34;x&#34;/&gt;' | tr -d '#;34&amp;'\">\n"+
			"<img src=\"pictures/none.svg\" width=\"300\" alt=\"true\">\n<img src=\"pictures/fails.svg\" width=\"300\" alt=\"exit 3\">\n")
	must(t, root, "pictures", "text", "drawn")
	text := read(t, filepath.Join(root, "examples", "pictures", "text.svg"))
	wellFormed(t, text)
	for _, want := range []string{"a &lt; b</text>", "$ printf"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if drawn := read(t, filepath.Join(root, "examples", "pictures", "drawn.svg")); !strings.HasPrefix(drawn, "<svg") {
		t.Errorf("not what the command draws: %s", drawn)
	}
	for name, want := range map[string]string{"none": "prints nothing", "fails": "exit status 3", "unknown": `no picture "unknown"`} {
		if _, _, err := tool(t, root, "pictures", name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTerminal(t *testing.T) {
	svg := string(terminal("command", strings.Repeat(strings.Repeat("ä", 300)+"\n", 100)))
	wellFormed(t, svg)
	if got := strings.Count(svg, "<text"); got != mostLines {
		t.Errorf("%d lines", got)
	}
	if got := strings.Count(svg, "ä"); got != (mostLines-2)*(mostColumns-1) {
		t.Errorf("%d letters", got)
	}
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
}
