package textfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli/textfile"
)

func TestLedger(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"a 1\na 2\n":         "a 1|a 2",
		"a 1\na":             "a 1",
		"a 1\na 2":           "a 1",
		"a":                  "",
		"notes":              "does not begin with a ",
		"a 1\nb 2":           "does not begin with a ",
		"a 1\nbad\na 2\na":   "line 2: bad",
		"a 1\r\na 2\r\na 3 ": "a 1|a 2",
	} {
		name := filepath.Join(t.TempDir(), "ledger")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var lines []string
		read := func(line string) error {
			if line == "bad" {
				return errors.New(line)
			}
			lines = append(lines, line)
			return nil
		}
		file, err := textfile.OpenLedger(name, "a ", read)
		if err != nil {
			kept, _ := os.ReadFile(name)
			if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) || string(kept) != text {
				t.Errorf("%q: error %v, want %s; kept %q", text, err, want, kept)
			}
			continue
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		if _, err := file.WriteString("a 4\n"); err != nil || file.Close() != nil {
			t.Fatal(err)
		}
		before := append(slices.Clone(lines), "a 4")
		lines = nil
		if err := textfile.ReadLedger(name, read); err != nil || !slices.Equal(lines, before) {
			t.Errorf("%q: then %q, want %q, error %v", text, lines, before, err)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing")
	if err := textfile.ReadLedger(missing, nil); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("ReadLedger created a file")
	}
	if _, err := textfile.OpenLedger(os.DevNull, "", nil); err == nil {
		t.Error("no error for a device")
	}
}
