package circuit

import (
	"math/bits"
	"slices"
)

// opcode is the operation of a run of gates.
type opcode uint8

const (
	opNot opcode = iota
	opAnd2
	opAnd3
	opAnd4
	opOr2
	opOr3
	opOr4
	opAndNot // the first and not the second
	opOrNot  // the first or not the second
	opLoop   // repeat the following runs until nothing changes
	opcodes
)

// widest is the maximum number of inputs of a gate.
const widest = 4

var operandsOf = [opcodes]int{1, 2, 3, 4, 2, 3, 4, 2, 2, 0}

// A run is a number of gates of one type, whose results are consecutive variables.
type run struct {
	op       opcode
	gates    int // for opLoop: the number of runs in the loop
	result   int // the variable of the first gate
	operands int // the first operand: all first operands, then all second ones, and so on
}

// code evaluates a part.
type code struct {
	runs     []run
	operands []uint32
}

// The first variables are constants. Facts, moves and gates follow.
const (
	variableFalse = iota
	variableTrue
	firstInput
)

// A coder assigns variables to nodes and writes the code.
type coder struct {
	*Graph
	of       []part
	variable []int32 // of each node, -1 if it has none
	needed   []bool  // of a Not: some gate needs its value and cannot negate the operand itself
	next     int32
}

func newCoder(g *Graph) (*coder, error) {
	of, err := g.partition()
	if err != nil {
		return nil, err
	}
	c := &coder{Graph: g, of: of, next: int32(firstInput + g.inputs)}
	c.variable = make([]int32, len(g.gates))
	for node := range c.variable {
		switch {
		case node < g.inputs:
			c.variable[node] = int32(firstInput + node)
		case g.isFalse(int32(node)):
			c.variable[node] = variableFalse
		case g.isTrue(int32(node)):
			c.variable[node] = variableTrue
		default:
			c.variable[node] = -1
		}
	}
	c.needed = make([]bool, len(g.gates))
	for node := range g.gates {
		_, operands := c.operation(int32(node))
		for _, p := range operands {
			c.needed[p] = true
		}
	}
	for _, node := range g.outputs {
		c.needed[node] = true
	}
	return c, nil
}

// operation returns the opcode of a gate and its operands. Gates of two inputs can negate the second one themselves.
func (c *coder) operation(node int32) (opcode, []int32) {
	gate, preds := c.gates[node], c.preds[node]
	if (gate == And || gate == Or) && len(preds) == 2 && !c.onCycle(node) {
		for i, p := range preds {
			if c.gates[p] != Not {
				continue
			}
			op := opAndNot
			if gate == Or {
				op = opOrNot
			}
			return op, []int32{preds[1-i], c.preds[p][0]}
		}
	}
	if len(preds) == 1 && gate != Not {
		preds = []int32{preds[0], preds[0]}
	}
	switch gate {
	case And:
		return opAnd2 + opcode(len(preds)-2), preds
	case Or:
		return opOr2 + opcode(len(preds)-2), preds
	default:
		return opNot, preds
	}
}

// write appends gates to the code, in a run for each opcode.
func (c *coder) write(code *code, gates []int32) {
	var byOp [opcodes][]int32
	for _, node := range gates {
		if c.gates[node] == Not && !c.needed[node] {
			continue
		}
		op, _ := c.operation(node)
		byOp[op] = append(byOp[op], node)
	}
	for _, nodes := range byOp {
		for _, node := range nodes {
			c.variable[node] = c.next
			c.next++
		}
	}
	for op, nodes := range byOp {
		n := len(nodes)
		if n == 0 {
			continue
		}
		code.runs = append(code.runs, run{opcode(op), n, int(c.variable[nodes[0]]), len(code.operands)})
		from := len(code.operands)
		code.operands = append(code.operands, make([]uint32, n*operandsOf[op])...)
		for i, node := range nodes {
			_, operands := c.operation(node)
			for j, p := range operands {
				code.operands[from+j*n+i] = uint32(c.variable[p])
			}
		}
	}
}

func (c *coder) writePart(strata []stratum) code {
	var code code
	for _, s := range strata {
		loop := len(code.runs)
		if s.cycle {
			code.runs = append(code.runs, run{op: opLoop, result: int(c.next)})
		}
		c.write(&code, s.gates)
		if s.cycle {
			code.runs[loop].gates = len(code.runs) - loop - 1
			code.runs[loop].operands = int(c.next) // the end of the loop's variables
		}
	}
	code.runs = slices.Clip(code.runs)
	code.operands = slices.Clip(code.operands)
	return code
}

func execute[W Word](c *code, v []W) {
	for i := 0; i < len(c.runs); i++ {
		if c.runs[i].op != opLoop {
			executeRun(&c.runs[i], c.operands, v)
			continue
		}
		// The least fixpoint: begin with false and repeat as long as anything becomes true.
		loop := c.runs[i]
		variables := v[loop.result:loop.operands]
		clear(variables)
		body := c.runs[i+1 : i+1+loop.gates]
		for sum, before := -1, -2; sum != before; {
			before, sum = sum, 0
			for j := range body {
				executeRun(&body[j], c.operands, v)
			}
			for _, w := range variables {
				sum += ones(w)
			}
		}
		i += loop.gates
	}
}

// A Word is a variable of a machine: of one position, with all bits equal, or of as many positions as it has bits.
type Word interface{ uint8 | uint64 }

func ones[W Word](w W) int { return bits.OnesCount64(uint64(w)) }

// executeRun computes the gates of a run. Playouts spend most of their time here: results are written in a row, and only
// operands are looked up.
func executeRun[W Word](r *run, operands []uint32, v []W) {
	n := r.gates
	results := v[r.result : r.result+n]
	operands = operands[r.operands:]
	a := operands[:len(results)]
	if r.op == opNot {
		for i := range results {
			results[i] = ^v[a[i]]
		}
		return
	}
	b := operands[n:][:len(results)]
	switch r.op {
	case opAnd2:
		for i := range results {
			results[i] = v[a[i]] & v[b[i]]
		}
	case opOr2:
		for i := range results {
			results[i] = v[a[i]] | v[b[i]]
		}
	case opAndNot:
		for i := range results {
			results[i] = v[a[i]] &^ v[b[i]]
		}
	case opOrNot:
		for i := range results {
			results[i] = v[a[i]] | ^v[b[i]]
		}
	case opAnd3, opOr3, opAnd4, opOr4:
		c := operands[2*n:][:len(results)]
		switch r.op {
		case opAnd3:
			for i := range results {
				results[i] = v[a[i]] & v[b[i]] & v[c[i]]
			}
		case opOr3:
			for i := range results {
				results[i] = v[a[i]] | v[b[i]] | v[c[i]]
			}
		default:
			d := operands[3*n:][:len(results)]
			if r.op == opAnd4 {
				for i := range results {
					results[i] = v[a[i]] & v[b[i]] & v[c[i]] & v[d[i]]
				}
			} else {
				for i := range results {
					results[i] = v[a[i]] | v[b[i]] | v[c[i]] | v[d[i]]
				}
			}
		}
	}
}
