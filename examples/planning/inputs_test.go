package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// files writes texts to files of a folder, and returns what replaces "{name}" by the name of a file.
func files(t *testing.T, texts map[string]string) *strings.Replacer {
	folder := t.TempDir()
	var names []string
	for name, text := range texts {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, "{"+name+"}", path)
	}
	return strings.NewReplacer(names...)
}

// TestCostsBeyondAnInt: a plan whose cost an int cannot hold is an error that names the action and the sum.
func TestCostsBeyondAnInt(t *testing.T) {
	domain := func(one, two int) string {
		return fmt.Sprintf("(define (domain c) (:predicates (s) (m) (e)) (:functions (total-cost) - number)"+
			"(:action one :precondition (s) :effect (and (m) (not (s)) (increase (total-cost) %d)))"+
			"(:action two :precondition (m) :effect (and (e) (not (m)) (increase (total-cost) %d))))", one, two)
	}
	const most = math.MaxInt
	in := files(t, map[string]string{
		"over": domain(most, 1), "twice": domain(most, most), "just": domain(most-5, 5),
		"problem": "(define (problem p) (:domain c) (:init (s)) (:goal (e)) (:metric minimize (total-cost)))",
		"plan":    "(one)\n(two)\n",
	})
	var cases []clitest.Case
	for _, name := range []string{"over", "twice"} {
		task := in.Replace("-domain {" + name + "} -problem {problem}")
		cases = append(cases, clitest.Case{Args: in.Replace("validate -plan {plan} ") + task, Status: cli.Failure,
			Err: fmt.Sprintf("plan: action 2, (two): an int cannot hold the sum of the costs %d and ", most)})
		for _, search := range []string{"astar", "ida", "greedy", "ti", "blocks"} {
			cases = append(cases, clitest.Case{Args: "solve -search " + search + " " + task, Status: cli.Failure, Err: "an int cannot hold the sum of the costs"})
		}
	}
	task := in.Replace("-domain {just} -problem {problem}")
	cases = append(cases, clitest.Case{Args: in.Replace("validate -plan {plan} ") + task, Out: fmt.Sprintf("cost %d\n", most)})
	for _, search := range []string{"greedy", "ti"} {
		cases = append(cases, clitest.Case{Args: "solve -search " + search + " " + task, Out: fmt.Sprintf("; cost = %d\n", most)})
	}
	clitest.Check(t, command, cases...)
}

// TestSpellings: tasks and plans are read as other programs write them.
func TestSpellings(t *testing.T) {
	const (
		domain  = "(define (domain d) (:requirements :adl)\n (:predicates (p ?x) (q ?x))\n (:action go :parameters (?x) :precondition (p ?x) :effect (and (q ?x) (not (p ?x)))))\n"
		problem = "(define (problem x) (:domain d) (:objects a b) (:init (p a)) (:goal (q a)))\n"
	)
	in := files(t, map[string]string{
		"d": domain, "p": problem, "cr": "; a comment\r" + strings.ReplaceAll(domain, "\n", "\r"), "bom": "\ufeff" + problem,
		"and": strings.Replace(problem, "(q a)", "(and)", 1), "none": strings.Replace(problem, "(:goal (q a))", "", 1),
		"plan": "\ufeff0.001: (GO A) [1.000]\r\n",
	})
	cases := []clitest.Case{
		{Args: in.Replace("solve -domain {d} -problem {p}"), Out: "(go a)\n; cost = 1\n"},
		{Args: in.Replace("solve -domain {cr} -problem {bom}"), Out: "(go a)\n; cost = 1\n"},
		{Args: in.Replace("validate -domain {d} -problem {p} -plan {plan}"), Out: "valid: 1 actions, cost 1\n"},
		{Args: in.Replace("solve -domain {d} -problem {none}"), Status: cli.Failure, Err: "none: 1:1: there is no goal"},
		{Args: in.Replace("ground -domain {d} -problem {and}"), Out: "2 facts, 1 actions"},
		{Args: in.Replace("spaces -domain {d} -problem {and}"), Out: "1 nodes"},
		{Args: "", Status: cli.Misuse, Err: "planning: no command given (-h explains)"},
	}
	for _, search := range []string{"astar", "ida", "greedy", "ti", "blocks"} {
		cases = append(cases, clitest.Case{Args: in.Replace("solve -search " + search + " -domain {d} -problem {and}"), Out: "; cost = 0\n"})
	}
	for _, estimate := range []string{blind, "hmax", "ipdb", "scp", "hadd", "ff"} {
		cases = append(cases, clitest.Case{Args: in.Replace("solve -heuristic " + estimate + " -domain {d} -problem {and}"), Out: "; cost = 0\n"})
	}
	clitest.Check(t, command, cases...)
}

// TestManyUnknownFacts: an action that changes many facts that may hold before or not.
func TestManyUnknownFacts(t *testing.T) {
	var domain strings.Builder
	facts := ""
	for i := range 20 {
		facts += fmt.Sprintf(" (f%d)", i)
	}
	fmt.Fprintf(&domain, "(define (domain a) (:predicates (s) (e)%s) (:action all :precondition (s) :effect (and (e)%s))", facts, facts)
	for i := range 20 {
		fmt.Fprintf(&domain, " (:action on%d :precondition (s) :effect (f%d))", i, i)
	}
	in := files(t, map[string]string{"d": domain.String() + ")", "p": "(define (problem a1) (:domain a) (:init (s)) (:goal (e)))"})
	var cases []clitest.Case
	for _, flags := range []string{"", "-search greedy", "-search blocks", "-symmetries", "-prune stubborn"} {
		cases = append(cases, clitest.Case{Args: in.Replace("solve -domain {d} -problem {p} " + flags), Out: "(all)\n; cost = 1\n"})
	}
	for _, search := range []string{"ti", "ida"} {
		cases = append(cases, clitest.Case{Args: in.Replace("solve -domain {d} -problem {p} -search " + search), Status: cli.Failure, Err: "-search " + search + ": some actions change so many facts"})
	}
	clitest.Check(t, command, cases...)
}

// TestMemory: a task that takes more than its bound on memory ends with an error.
func TestMemory(t *testing.T) {
	objects := ""
	for i := range 300 {
		objects += fmt.Sprintf(" o%d", i)
	}
	in := files(t, map[string]string{
		"d": "(define (domain big) (:predicates (p ?a ?b ?c ?d ?e ?f) (g)) (:action win :effect (g))" +
			" (:action paint :parameters (?a ?b ?c ?d ?e ?f) :effect (p ?a ?b ?c ?d ?e ?f)))",
		"p": "(define (problem b) (:domain big) (:objects" + objects + ") (:init) (:goal (g)))",
	})
	var cases []clitest.Case
	for _, name := range []string{"solve", "ground", "spaces"} {
		cases = append(cases, clitest.Case{Args: in.Replace(name + " -memory 1000000 -domain {d} -problem {p}"), Status: cli.Failure,
			Err: "out of memory: more than 1 MB are in use (-memory)"})
	}
	clitest.Check(t, command, cases...)
}
