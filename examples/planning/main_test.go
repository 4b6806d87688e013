package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/planning/strips"
	"github.com/ply-search/ply/gametest"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

const (
	blocks = "-domain testdata/blocks.pddl -problem testdata/blocks-4.pddl"
	porter = "-domain testdata/porter.pddl -problem testdata/porter-3.pddl"
)

func TestCommands(t *testing.T) {
	clitest.Misuse(t, command)
	folder := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	wrong := write("wrong.pddl", "(define (domain blocks)\n  (:types block\n")
	stuck := "(define (problem stuck) (:domain blocks) (:objects a b - block)\n (:init (on a b) (on b a)) (:goal (clear a)))"
	twice := "(define (problem twice) (:domain blocks) (:objects a b - block)\n (:init (on-table a) (on-table b) (clear a) (clear b) (hand-free)) (:goal (and (on a b) (on b a))))"
	lamps := "-problem - -domain " + write("lamps.pddl", "(define (domain lamps) (:predicates (lit ?l)) (:action light :parameters (?l) :precondition (not (lit ?l)) :effect (lit ?l)))")
	dark := "(define (problem dark) (:domain lamps) (:objects a b c) (:init (lit c)) (:goal (and (lit a) (lit b) (lit c))))"
	one := "(define (problem one) (:domain lamps) (:objects a b c) (:init) (:goal (lit a)))"
	short := write("short.plan", "(take b a)\n(put-on-table b)\n")
	bad := write("bad.plan", "(take a b)\n")
	unread := write("unread.plan", "; nothing\n\ntake a b\n")
	clitest.Check(t, command,
		clitest.Case{Args: "solve " + blocks, Out: "\n; cost = 8\n; "},
		clitest.Case{Args: "solve -heuristic hmax " + blocks, Out: "\n; cost = 8\n"},
		clitest.Case{Args: "solve -search ida " + blocks, Out: "\n; cost = 8\n"},
		clitest.Case{Args: "solve -search greedy " + blocks, Out: "\n; cost = "},
		clitest.Case{Args: "solve " + porter, Out: "\n; cost = 19\n"},
		clitest.Case{Args: "solve -heuristic blind " + porter, Out: "\n; cost = 19\n"},
		clitest.Case{Args: "solve -max-nodes 1 " + blocks, Out: "; out of nodes\n"},
		clitest.Case{Args: "solve -time 1ns " + blocks, Out: "; out of time\n"},
		clitest.Case{Args: "solve -domain testdata/blocks.pddl -problem -", In: stuck, Out: "; unsolvable\n; 0 positions expanded"},
		clitest.Case{Args: "solve -domain testdata/blocks.pddl -problem -", In: twice, Out: "; unsolvable\n"},
		clitest.Case{Args: "ground -json " + blocks, Out: `{"facts":29,"actions":40,"cells":9,"moves":32,"unsolvable":false}`},
		clitest.Case{Args: "ground " + porter, Out: "(grasp left p hall)\n  needs (here hall) (in p hall) (not (full left))\n  deletes "},
		clitest.Case{Args: "ground -json -domain testdata/blocks.pddl -problem -", In: twice, Out: `"unsolvable":true`},
		clitest.Case{Args: "spaces -depth 0 " + blocks, Status: cli.Misuse, Err: "-depth"},
		clitest.Case{Args: "validate -plan - " + porter, In: "; none", Status: cli.Failure, Err: "standard input: after the plan, (in p attic) of the goal does not hold"},
		clitest.Case{Args: "validate -plan " + short + " " + blocks, Status: cli.Failure, Err: "short.plan: after the plan, (on a b) of the goal does not hold"},
		clitest.Case{Args: "validate -plan " + bad + " " + blocks, Status: cli.Failure, Err: "bad.plan: action 1, (take a b): (on a b) does not hold"},
		clitest.Case{Args: "validate -plan " + unread + " " + blocks, Status: cli.Failure, Err: "unread.plan: line 3: want an action in parentheses"},
		clitest.Case{Args: "validate " + blocks, Status: cli.Misuse, Err: "want -plan"},
		clitest.Case{Args: "validate -plan - -domain testdata/blocks.pddl -problem -", Status: cli.Misuse, Err: "cannot both be the standard input"},
		clitest.Case{Args: "puzzles -heuristic hand -level testdata/sokoban-corner.txt", Out: "hand          7      7        112"},
		clitest.Case{Args: "puzzles -heuristic lmcut -numbered -level testdata/sokoban-corner.txt", Out: "lmcut         7      7"},
		clitest.Case{Args: "puzzles -heuristic blind -level -", In: "#####\n#$@.#\n#####", Out: "-      0          2          0          0"},
		clitest.Case{Args: "puzzles -heuristic hand -json -level -", In: "#####\n#$@.#\n#####", Out: `"status":"unsolvable","cost":null,"start":null,`},
		clitest.Case{Args: "puzzles -heuristic hmax -puzzle solitaire -level testdata/solitaire-plus.txt", Out: "hmax          8"},
		clitest.Case{Args: "puzzles -puzzle montana -ranks 3 -max-nodes 1", Out: "out of nodes"},
		clitest.Case{Args: "puzzles -time 1ns -heuristic scp -level testdata/sokoban-corner.txt", Out: "out of time"},
		clitest.Case{Args: "puzzles", Status: cli.Misuse, Err: "want -level"},
		clitest.Case{Args: "puzzles -puzzle montana -level -", Status: cli.Misuse, Err: "montana is dealt by -seed"},
		clitest.Case{Args: "puzzles -level -", In: "#@#", Status: cli.Failure, Err: "0 boxes and 0 goals"},
		clitest.Case{Args: "solve -domain testdata/blocks.pddl", Status: cli.Misuse, Err: "want -domain and -problem"},
		clitest.Case{Args: "solve -search breadth " + blocks, Status: cli.Misuse, Err: "astar, ida, greedy, ti or blocks"},
		clitest.Case{Args: "solve -search ti " + blocks, Out: "\n; cost = 8\n"},
		clitest.Case{Args: "solve -search ti -heuristic ff " + blocks, Status: cli.Misuse, Err: "-heuristic: -search ti takes no estimate"},
		clitest.Case{Args: "solve -search blocks " + blocks, Out: "\n; cost = 8\n"},
		clitest.Case{Args: "solve -search blocks " + lamps, In: dark, Out: "(light b)\n; cost = 2\n"},
		clitest.Case{Args: "solve -search blocks -prune stubborn " + lamps, In: one, Out: "(light a)\n; cost = 1\n"},
		clitest.Case{Args: "solve -prune stubborn " + porter, Out: "\n; cost = 19\n"},
		clitest.Case{Args: "solve -prune stubborn -search ti " + lamps, In: dark, Out: "(light b)\n; cost = 2\n; 5 positions expanded"},
		clitest.Case{Args: "spaces " + lamps, In: dark, Out: "stubborn positions              3 nodes"},
		clitest.Case{Args: "solve -symmetries " + porter, Out: "\n; cost = 19\n; 19 positions expanded, 22"},
		clitest.Case{Args: "solve -symmetries -prune stubborn -heuristic blind " + lamps, In: dark, Out: "\n; cost = 2\n; 3 positions expanded"},
		clitest.Case{Args: "solve -symmetries -search ida " + porter, Status: cli.Misuse, Err: "-symmetries: only -search astar"},
		clitest.Case{Args: "solve -prune all " + porter, Status: cli.Misuse, Err: "none or stubborn"},
		clitest.Case{Args: "solve -search blocks -max-nodes 2 " + lamps, In: dark, Out: "; out of nodes\n"},
		clitest.Case{Args: "solve -search blocks -max-nodes 1 " + blocks, Out: "; out of nodes\n"},
		clitest.Case{Args: "solve -search blocks -domain testdata/blocks.pddl -problem -", In: stuck, Out: "; unsolvable\n"},
		clitest.Case{Args: "solve -domain testdata/none.pddl -problem testdata/blocks-4.pddl", Status: cli.Failure, Err: "testdata/none.pddl"},
		clitest.Case{Args: "ground -domain " + wrong + " -problem testdata/blocks-4.pddl", Status: cli.Failure, Err: "wrong.pddl: 2:3: this parenthesis is not closed"},
		clitest.Case{Args: "ground -domain testdata/blocks.pddl -problem testdata/porter-3.pddl", Status: cli.Failure, Err: "porter-3.pddl: 3:3: the domain is blocks"},
	)
}

// TestPapers: in small tasks of gripper, as many positions are expanded as by Fast Downward.
func TestPapers(t *testing.T) {
	for _, r := range clitest.Objects[carried](t, command, "papers", "-balls", "6", "-json") {
		if r.Cost != 3*r.Balls-1 || r.Sure != r.FastDownward {
			t.Errorf("%+v", r)
		}
	}
	if out := clitest.Output(t, command, "papers", "-balls", "4"); !strings.Contains(out, "92            92") {
		t.Error(out)
	}
}

// TestPlans checks plans as they were written.
func TestPlans(t *testing.T) {
	for _, c := range [][2]string{{"", blocks}, {"-search greedy ", blocks}, {"-search ida ", porter}, {"-heuristic ff ", porter}} {
		r := clitest.Run(t, command, "", strings.Fields("solve "+c[0]+c[1])...)
		clitest.Check(t, command, clitest.Case{Args: "validate -plan - " + c[1], In: r.Out, Out: "valid: "})
	}
	type object struct {
		Status              string
		Cost, Length        int
		Expanded, Evaluated int
		Seconds             float64
	}
	o := clitest.Object[object](t, command, strings.Fields("solve -json "+porter)...)
	if o.Status != "solved" || o.Cost != 19 || o.Length != 9 || o.Expanded == 0 || o.Evaluated == 0 || o.Seconds <= 0 {
		t.Errorf("%+v", o)
	}
}

// TestSpaces: the nodes are the lines, one line of those that differ in the order of independent actions, and the positions.
func TestSpaces(t *testing.T) {
	var nodes, hits []int
	for _, c := range clitest.Objects[counted](t, command, strings.Fields("spaces -json -depth 5 "+porter)...) {
		nodes, hits = append(nodes, c.Nodes), append(hits, c.Hits)
	}
	if len(nodes) != 7 || nodes[0] <= nodes[1] || nodes[1] <= nodes[2] || nodes[2] != nodes[3] || hits[1] != 0 || hits[2] <= hits[3] ||
		nodes[4] > nodes[0] || nodes[5] > nodes[1] || nodes[6] > nodes[3] {
		t.Errorf("%d nodes, %d met again", nodes, hits)
	}
	p, err := (&source{domain: "testdata/porter.pddl", problem: "testdata/porter-3.pddl"}).read(t.Context(), cli.Streams{})
	if err != nil {
		t.Fatal(err)
	}
	task, err := strips.Ground(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := task.Cells(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	gametest.Check(t, func() *layered { return &layered{cells.Game.Clone(), 7} })
}
