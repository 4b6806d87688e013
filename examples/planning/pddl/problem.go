package pddl

import (
	"slices"
	"strings"
)

// A Problem states what holds at first and what must hold in the end.
type Problem struct {
	Name    string
	Objects []Object // with the constants of the domain
	Init    []Literal
	Values  map[string]int // of functions, by [Key]
	Goal    []Literal      // none if nothing is to be done
	Costs   bool           // a plan costs what its actions cost, not their number
}

// Key returns what stands for a predicate or function of some objects in texts, such as "(on a b)".
func Key(name string, args []string) string {
	return "(" + strings.Join(append([]string{name}, args...), " ") + ")"
}

// ParseProblem reads a problem of a domain. An error is an [*Error].
func ParseProblem(d *Domain, text string) (*Problem, error) {
	e, err := read(text)
	if err != nil {
		return nil, err
	}
	p := &Problem{Objects: slices.Clone(d.Constants), Values: make(map[string]int)}
	sections, err := define(&e, "problem", &p.Name)
	if err != nil {
		return nil, err
	}
	hasGoal := false
	for i := range sections {
		s := &sections[i]
		switch s.head() {
		case ":domain":
			if len(s.list) != 2 || s.list[1].word != d.Name {
				err = s.errorf("the domain is %s", d.Name)
			}
		case ":requirements":
			err = require(s)
		case ":objects":
			var objects []Object
			if objects, err = d.objects(s.list[1:], objectNames); err != nil {
				return nil, err
			}
			for _, o := range objects {
				if i := slices.IndexFunc(p.Objects, func(c Object) bool { return c.Name == o.Name }); i >= 0 {
					return nil, s.errorf("%s is also a constant of the domain", o.Name)
				}
				p.Objects = append(p.Objects, o)
			}
		case ":init":
			err = p.init(d, s)
		case ":goal":
			if len(s.list) != 2 {
				return nil, s.errorf("want (:goal ...)")
			}
			hasGoal = true
			p.Goal, err = d.literals(&s.list[1], p.Objects, nil)
		case ":metric":
			if len(s.list) != 3 || s.list[1].word != "minimize" || s.list[2].head() != totalCost {
				return nil, s.errorf("want (:metric minimize (total-cost))")
			}
			p.Costs = true
		default:
			err = s.errorf("%s is not supported in a problem", s.head())
		}
		if err != nil {
			return nil, err
		}
	}
	if !hasGoal {
		return nil, e.errorf("there is no goal")
	}
	return p, nil
}

func (p *Problem) init(d *Domain, s *expression) error {
	for i := range s.list[1:] {
		e := &s.list[i+1]
		if e.head() == "=" && len(e.list) == 3 && e.list[1].isList() {
			f := &e.list[1]
			parameters, known := d.Functions[f.head()]
			if !known {
				return f.errorf("there is no function %s", f.head())
			}
			args, err := d.arguments(f, parameters, p.Objects)
			if err != nil {
				return err
			}
			if p.Values[Key(f.head(), args)], err = number(&e.list[2]); err != nil {
				return err
			}
			continue
		}
		l, err := d.literal(e, p.Objects)
		if err != nil {
			return err
		}
		if !l.Negated && l.Predicate != "=" {
			p.Init = append(p.Init, l)
		}
	}
	return nil
}
