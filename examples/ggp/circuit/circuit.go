package circuit

import "github.com/ply-search/ply/examples/ggp/ground"

// A Circuit is a compiled game. It is immutable and safe for concurrent use.
type Circuit struct {
	*Signature
	size      Size
	strata    [parts]int
	variables int
	listed    int // the end of the variables of the end and of the legal moves
	codes     [parts]code
	parts     [parts][]int32 // the variables of the outputs of each part
	moves     [][]int32      // the moves of each role that are ever legal
	legal     [][]int32      // the variables that tell whether they are legal
	firstDo   []int          // the variable of each role's first move
	copies    []copied       // next facts that are computed by gates
	shifts    []copied       // next facts that are other present facts
	kept      []int32        // facts that keep their value
}

// Compile makes the circuit of a program; most of the time is spent in [Graph.Simplify]. Besides the errors of [New], it
// returns a [*DependsOnMovesError] if ends, legal moves or goals depend on moves.
func Compile(p *ground.Program) (*Circuit, error) {
	g, err := New(p)
	if err != nil {
		return nil, err
	}
	g.Simplify(AllPasses)
	return g.Compile()
}

// Compile makes the circuit of the graph, which must not be used afterwards.
func (g *Graph) Compile() (*Circuit, error) {
	c := &Circuit{Signature: g.Signature, size: g.Size()}
	g.split(widest)
	coder, err := newCoder(g)
	if err != nil {
		return nil, err
	}
	for p, strata := range g.strata(coder.of) {
		c.strata[p] = len(strata)
		c.codes[p] = coder.writePart(strata)
		if part(p) == partLegal {
			c.listed = int(coder.next)
		}
	}
	c.variables = int(coder.next)
	outputs := make([]int32, len(g.outputs))
	for i, node := range g.outputs {
		outputs[i] = coder.variable[node]
	}
	for p := range parts {
		from, to := c.span(p)
		c.parts[p] = outputs[from:to]
	}
	c.findCopies()
	firstDo, legal := firstInput+len(c.Facts), c.parts[partLegal]
	for _, moves := range c.Moves {
		var possible, variables []int32
		for move := range moves {
			if v := legal[move]; v != variableFalse {
				possible, variables = append(possible, int32(move)), append(variables, v)
			}
		}
		c.firstDo, c.moves, c.legal = append(c.firstDo, firstDo), append(c.moves, possible), append(c.legal, variables)
		firstDo, legal = firstDo+len(moves), legal[len(moves):]
	}
	return c, nil
}

// A copied fact takes the value of a variable in the next state.
type copied struct{ fact, from int32 }

func (c *Circuit) findCopies() {
	facts := int32(firstInput + len(c.Facts))
	for fact, from := range c.parts[partNext] {
		constant := from == variableFalse && !c.Initial.Has(fact) || from == variableTrue && c.Initial.Has(fact)
		switch k := (copied{int32(fact), from}); {
		case constant:
		case from == int32(firstInput+fact):
			c.kept = append(c.kept, k.fact)
		case from >= firstInput && from < facts:
			c.shifts = append(c.shifts, k)
		default:
			c.copies = append(c.copies, k)
		}
	}
}

// Size returns the size of the simplified graph.
func (c *Circuit) Size() Size { return c.size }

// Strata returns the number of strata of all parts.
func (c *Circuit) Strata() int {
	sum := 0
	for _, n := range c.strata {
		sum += n
	}
	return sum
}
