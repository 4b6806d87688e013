package circuit

import "errors"

// Word is what a variable of a machine is: one position, false if 0 and true if all bits are set, or as many positions
// as it has bits.
type Word interface{ uint8 | uint64 }

// Bytecode computes the gates of a part: the number of strata, then for each the number of And gates and triples of
// variables (result, operand, operand), the number of Or gates and triples, the number of Not gates and pairs (result,
// operand). It is the format of Vittaut 2017, section 2.3.3, in which graphs can be compared and handed to other
// programs. The machines of this package have a denser one.
type Bytecode []uint32

// ErrCycles is returned for graphs with cycles, which Bytecode cannot express.
var ErrCycles = errors.New("circuit: the bytecode cannot express cycles")

// Bytecode returns the program of each part, in the order terminal, legal, goal, next, sees, over the graph's nodes as
// variables. The graph is first brought to gates of two inputs. Constants are variables that must be set: those of the
// second result are always true, and all else that no gate computes is false or an input.
func (g *Graph) Bytecode() (programs [5]Bytecode, always []uint32, err error) {
	if g.Cyclic() > 0 {
		return programs, nil, ErrCycles
	}
	g.split(2)
	of, err := g.partition()
	if err != nil {
		return programs, nil, err
	}
	for p, strata := range g.strata(of) {
		programs[p] = g.encode(strata)
	}
	for node := range g.gates {
		if g.isTrue(int32(node)) {
			always = append(always, uint32(node))
		}
	}
	return programs, always, nil
}

func (g *Graph) encode(strata []stratum) Bytecode {
	b := Bytecode{uint32(len(strata))}
	for _, s := range strata {
		for _, gate := range [...]Gate{And, Or, Not} {
			count := len(b)
			b = append(b, 0)
			for _, node := range s.gates {
				if g.gates[node] != gate {
					continue
				}
				b[count]++
				b = append(b, uint32(node))
				for _, p := range g.preds[node] {
					b = append(b, uint32(p))
				}
				if gate != Not && len(g.preds[node]) == 1 {
					b = append(b, uint32(g.preds[node][0]))
				}
			}
		}
	}
	return b
}

// Execute runs bytecode over the variables: Vittaut 2017, algorithms 2.4 and 5.1.
func Execute[W Word](b Bytecode, variables []W) {
	strata := b[0]
	b = b[1:]
	for range strata {
		n := b[0]
		for b = b[1:]; n > 0; n-- {
			variables[b[0]] = variables[b[1]] & variables[b[2]]
			b = b[3:]
		}
		n = b[0]
		for b = b[1:]; n > 0; n-- {
			variables[b[0]] = variables[b[1]] | variables[b[2]]
			b = b[3:]
		}
		n = b[0]
		for b = b[1:]; n > 0; n-- {
			variables[b[0]] = ^variables[b[1]]
			b = b[2:]
		}
	}
}
