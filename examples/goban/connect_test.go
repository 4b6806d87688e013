package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// Two stones with a gap between that can be cut, two that are in one string, and two that are far from one another.
var disconnections = []string{
	`{"problem":1,"size":7,"black":["C4","E4"],"white":["C5","E5","C3","E3"],"goal":"disconnect","stones":["C4","E4"],"achievable":true,"moves":["D4"]}`,
	`{"problem":2,"size":7,"black":["C4","D4","B2"],"white":[],"goal":"disconnect","stones":["C4","D4"],"achievable":false,"moves":[]}`,
	`{"problem":3,"size":9,"black":["C3","G7"],"white":["C4","D3","F7","G6","D5","E5","F5"],"goal":"disconnect","stones":["C3","G7"],"achievable":true,"moves":[]}`,
	strings.Replace(cut, `"connect"`, `"disconnect"`, 1), // without a settled answer
}

// An answered is a line of connect -json: a problem, or the total.
type answered struct {
	Problem, Problems, Nodes int
	Achievable               bool
	Move                     string
	Right                    any // true, false or missing; a number in the total
}

func TestConnect(t *testing.T) {
	file := write(t, "problems.jsonl", strings.Join(disconnections, "\n"))
	for _, args := range []string{"", " -threat *,*,*,*"} {
		all := clitest.Objects[answered](t, command, strings.Fields("connect -json -problems "+file+args)...)
		end := len(disconnections) // where the total is
		for i, s := range all[:end] {
			if s.Right == false || s.Achievable != (s.Problem != 2) || (s.Right == nil) != (i == end-1) {
				t.Errorf("%s: %+v", args, s)
			}
		}
		if s := all[end-1]; s.Move != "D3" {
			t.Errorf("%s: %+v", args, s)
		}
	}
	if out := clitest.Output(t, command, "connect", "-problems", file, "-nodes", "2000"); !strings.Contains(out, "3 of 4 right, ") {
		t.Error(out)
	}
	for nodes := range 9 {
		for _, s := range clitest.Objects[answered](t, command, strings.Fields("connect -json -problems "+file+" -nodes "+fmt.Sprint(1+nodes))...) {
			if most := 1 + nodes; s.Problems == 0 && s.Nodes > most {
				t.Errorf("%d nodes, want at most %d", s.Nodes, most)
			}
		}
	}
	clitest.Check(t, command,
		clitest.Case{Args: "connect", Status: cli.Misuse, Err: "-problems: want a file"},
		clitest.Case{Args: "connect -problems -", In: "{}", Status: cli.Failure, Err: "standard input: line 1"},
	)
}
