package circuit

import "math/bits"

// Word is what a variable of a machine is: one position, false if 0 and true if all bits are set, or as many positions
// as it has bits.
type Word interface{ uint8 | uint64 }

func ones[W Word](w W) int { return bits.OnesCount64(uint64(w)) }

// executeRun computes the gates of a run. This is where playouts spend their time: results are written one after the
// other, and only operands are looked up.
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
