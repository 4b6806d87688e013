package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const win = "fiveinarow/testdata/win/16.txt"

func TestThreats(t *testing.T) {
	wrong := filepath.Join(t.TempDir(), "wrong.txt")
	if err := os.WriteFile(wrong, []byte("...............\n....x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		request request
		want    string // in the output or the error
	}{
		{request{position: win}, "O to move wins:\n  1. D8   four, answers C7\n"},
		{request{position: win, fours: true, exact: true}, "4. J8   five\n"},
		{request{position: win, maxNodes: 3}, "O to move: no winning threat sequence found, out of nodes\n"},
		{request{position: "fiveinarow/testdata/none/11.txt"}, "O to move: no winning threat sequence\n"},
		{request{}, "-position is missing"},
		{request{position: win, side: "x"}, `-side is "x"`},
		{request{position: win, maxNodes: -1}, "-max-nodes is -1"},
		{request{position: win, maxTime: -1}, "-max-time is -1ns"},
		{request{position: wrong}, wrong + ": line 2, column 5: 'x'"},
		{request{position: filepath.Join(t.TempDir(), "none.txt")}, "none.txt: no such file"},
	} {
		var out bytes.Buffer
		if err := test.request.run(t.Context(), &out); err != nil {
			out.WriteString(err.Error())
		}
		if !strings.Contains(out.String(), test.want) {
			t.Errorf("%+v: %s, want %s", test.request, &out, test.want)
		}
	}
}

func TestJSON(t *testing.T) {
	for _, test := range []struct {
		side  string
		found bool
	}{{"O", true}, {"X", false}} {
		var out bytes.Buffer
		if err := (&request{position: win, side: test.side, fours: true, json: true}).run(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		var a answer
		if err := json.Unmarshal(out.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		if a.Side != test.side || a.Found == nil || *a.Found != test.found || (len(a.Sequence) > 0) != test.found || a.Nodes == 0 {
			t.Errorf("%s", &out)
		}
	}
}
