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

func (d fullDisk) Write([]byte) (int, error) { return 0, d.error }

func TestLostOutput(t *testing.T) {
	full := fullDisk{errors.New("no space left")}
	err := run(t.Context(), streams{full, new(bytes.Buffer)}, []string{"tidy", "-root", fake(t)}) // names the files that it changes
	if !errors.Is(err, full.error) {
		t.Errorf("error %v, want %v", err, full)
	}
}
