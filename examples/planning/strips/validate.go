package strips

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ply-search/ply/examples/planning/pddl"
	"github.com/ply-search/ply/internal/costs"
)

// ParsePlan reads a plan: an action in parentheses on each line, such as "(stack a b)". A semicolon begins a comment.
// Lines can have start times, which determine the order, and durations, which are ignored, as in "0.5: (stack a b)
// [1.0]".
func ParsePlan(text string) (plan [][]string, err error) {
	type timed struct {
		at    float64
		words []string
	}
	var actions []timed
	number, times := 0, 0
	for line := range strings.Lines(pddl.Plain(text)) {
		number++
		line, _, _ = strings.Cut(line, ";")
		line = strings.ToLower(strings.TrimSpace(line))
		if line == "" {
			continue
		}
		action := timed{}
		if before, after, found := strings.Cut(line, ":"); found {
			if action.at, err = strconv.ParseFloat(strings.TrimSpace(before), 64); err != nil || math.IsNaN(action.at) {
				return nil, fmt.Errorf("line %d: %s: want a time before the colon", number, before)
			}
			line = strings.TrimSpace(after)
			if i := strings.LastIndexByte(line, '['); i >= 0 && strings.HasSuffix(line, "]") {
				line = strings.TrimSpace(line[:i])
			}
			times++
		}
		if line == "" || line[0] != '(' || line[len(line)-1] != ')' {
			return nil, fmt.Errorf("line %d: want an action in parentheses", number)
		}
		line = line[1 : len(line)-1]
		if action.words = strings.Fields(line); len(action.words) == 0 || strings.ContainsAny(line, "()[]:") {
			return nil, fmt.Errorf("line %d: want an action in parentheses", number)
		}
		if actions = append(actions, action); times != 0 && times != len(actions) {
			return nil, fmt.Errorf("line %d: some actions have a time, and some have none", number)
		}
	}
	slices.SortStableFunc(actions, func(a, b timed) int { return cmp.Compare(a.at, b.at) })
	for _, a := range actions {
		plan = append(plan, a.words)
	}
	return plan, nil
}

// Validate returns the cost of a plan, or an error if an action is not applicable or the goal does not hold at the end.
// It follows the text of the task, and shares nothing with [Ground].
func Validate(p *pddl.Problem, plan [][]string) (cost int, err error) {
	holds := make(map[string]bool)
	for _, l := range p.Init {
		holds[pddl.Key(l.Predicate, l.Args)] = true
	}
	for i, step := range plan {
		price, err := apply(p, holds, step)
		if err == nil {
			cost, err = costs.Add(cost, price)
		}
		if err != nil {
			return 0, fmt.Errorf("action %d, %s: %w", i+1, pddl.Key(step[0], step[1:]), err)
		}
	}
	if l := broken(holds, p.Goal, slices.Clone[[]string]); l != "" {
		return 0, fmt.Errorf("after the plan, %s of the goal does not hold", l)
	}
	return cost, nil
}

// broken returns a literal that does not hold, or "".
func broken(holds map[string]bool, literals []pddl.Literal, values func([]string) []string) string {
	for _, l := range literals {
		args := values(l.Args)
		key := pddl.Key(l.Predicate, args)
		is := holds[key] || l.Predicate == "=" && args[0] == args[1]
		if is == l.Negated {
			if l.Negated {
				return "(not " + key + ")"
			}
			return key
		}
	}
	return ""
}

func apply(p *pddl.Problem, holds map[string]bool, step []string) (cost int, err error) {
	d := p.Domain
	i := slices.IndexFunc(d.Actions, func(a pddl.Action) bool { return a.Name == step[0] })
	if i < 0 {
		return 0, fmt.Errorf("there is no such action")
	}
	a := &d.Actions[i]
	if len(step)-1 != len(a.Parameters) {
		return 0, fmt.Errorf("it has %d arguments, want %d", len(step)-1, len(a.Parameters))
	}
	bound := make(map[string]string)
	for i, parameter := range a.Parameters {
		o := slices.IndexFunc(p.Objects, func(o pddl.Object) bool { return o.Name == step[i+1] })
		switch {
		case o < 0:
			return 0, fmt.Errorf("there is no object %s", step[i+1])
		case !d.Is(p.Objects[o].Type, parameter.Type):
			return 0, fmt.Errorf("%s is of type %s, want %s", step[i+1], p.Objects[o].Type, parameter.Type)
		}
		bound[parameter.Name] = step[i+1]
	}
	values := func(names []string) []string {
		values := slices.Clone(names)
		for i, name := range values {
			if value, isParameter := bound[name]; isParameter {
				values[i] = value
			}
		}
		return values
	}
	if l := broken(holds, a.Preconditions, values); l != "" {
		return 0, fmt.Errorf("%s does not hold", l)
	}
	if cost, err = costOf(a, p, values); err != nil {
		return 0, err
	}
	for _, deleting := range []bool{true, false} {
		for _, l := range a.Effects {
			if l.Negated == deleting {
				holds[pddl.Key(l.Predicate, values(l.Args))] = !deleting
			}
		}
	}
	return cost, nil
}
