package pddl

import (
	"slices"
	"strings"
)

// A Problem has the facts at the start and the goal.
type Problem struct {
	Domain  *Domain
	Name    string
	Objects []Object // with the constants of the domain
	Init    []Literal
	Values  map[string]int // of functions, by [Key]
	Goal    []Literal
	Costs   bool // plans have the costs of their actions, not their number
}

// Key returns a predicate or function of some objects as text, such as "(on a b)".
func Key(name string, args []string) string {
	return "(" + strings.Join(append([]string{name}, args...), " ") + ")"
}

// ParseProblem reads a problem of a domain. An error is an [*Error].
func ParseProblem(d *Domain, text string) (p *Problem, err error) {
	defer catch(&err)
	e := read(text)
	p = &Problem{Domain: d, Objects: slices.Clone(d.Constants), Values: make(map[string]int)}
	hasGoal := false
	for _, s := range define(e, "problem", &p.Name) {
		switch s.head() {
		case ":domain":
			if len(s.list) != 2 || s.list[1].word != d.Name {
				s.fail("the domain is %s", d.Name)
			}
		case ":requirements":
			require(s)
		case ":objects":
			for _, o := range d.objects(s.list[1:], objectNames) {
				if find(p.Objects, o.Name) >= 0 {
					s.fail("%s is also a constant of the domain", o.Name)
				}
				p.Objects = append(p.Objects, o)
			}
		case ":init":
			p.init(d, s)
		case ":goal":
			if len(s.list) != 2 {
				s.fail("want (:goal ...)")
			}
			hasGoal = true
			p.Goal = d.literals(s.list[1], p.Objects, nil)
		case ":metric":
			if len(s.list) != 3 || s.list[1].word != "minimize" || s.list[2].head() != totalCost {
				s.fail("want (:metric minimize (total-cost))")
			}
			p.Costs = true
		default:
			s.fail("%s is not supported in a problem", s.head())
		}
	}
	if !hasGoal {
		e.fail("there is no goal")
	}
	return p, nil
}

func (p *Problem) init(d *Domain, s *expression) {
	for _, e := range s.list[1:] {
		if e.head() == "=" && len(e.list) == 3 && e.list[1].isList() {
			f := d.function(e.list[1], p.Objects)
			p.Values[Key(f.Function, f.Args)] = number(e.list[2])
		} else if l := d.literal(e, p.Objects); !l.Negated && l.Predicate != "=" {
			p.Init = append(p.Init, l)
		}
	}
}
