package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for _, test := range []struct {
		request request
		want    string // in the output or the error
	}{
		{request{word: "aaccadd", alphabet: 5, goal: "any"}, "solution: aaccadd bccadd bbadd bbae aae ee d\n"},
		{request{word: "aaccadd", alphabet: 5, goal: "c"}, "solution: none\n"},
		{request{word: "aabbccddeeaabb", alphabet: 5, goal: "any", maxNodes: 5}, "solution: not known\n"},
		{request{word: "aaccadd", alphabet: 5, goal: "cd"}, `-goal is "cd"`},
		{request{word: "aaccadd", alphabet: 5, goal: "any", maxNodes: -1}, "-max-nodes is -1"},
		{request{word: "aaCc", alphabet: 5, goal: "any"}, "letter 3 of the word is 'C'"},
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
	var out bytes.Buffer
	if err := (&request{word: "aabb", alphabet: 5, goal: "a", json: true}).run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	if a.Solvable == nil || *a.Solvable || a.Solution != nil || a.DBS.Nodes == 0 || a.Breadth.Nodes == 0 {
		t.Errorf("%s", &out)
	}
}
