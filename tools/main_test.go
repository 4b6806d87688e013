package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestSurplusArguments(t *testing.T) {
	for _, c := range commands() {
		if c.name == "pictures" {
			continue // takes any number of names
		}
		var out, log bytes.Buffer
		err := run(t.Context(), streams{&out, &log}, []string{c.name, "v1.2.3", "surplus"})
		if !errors.Is(err, errUsage) || !strings.Contains(log.String(), "unexpected argument") || out.Len() > 0 {
			t.Errorf("%s: error %v, output %q, log %q", c.name, err, out.String(), log.String())
		}
	}
}

type fullDisk struct{ error }

func (d fullDisk) Write([]byte) (int, error) { return 0, d }

func TestLostOutput(t *testing.T) {
	full := fullDisk{errors.New("no space left")}
	root := t.TempDir()
	write(t, root, map[string]string{"go.work": "go 1.26.0\n", "README.md": "[a](missing.md)\n"})
	err := run(t.Context(), streams{full, new(bytes.Buffer)}, []string{"docs", "-root", root})
	if err == nil {
		t.Error("no error")
	}
	t.Log(err)
}
