package mcts

import "math"

// fastLog returns the logarithm of x, a positive number that is not tiny, to about 2 in a million. Bandits
// want one for each position that a simulation passes, and math.Log would be a good part of their time.
func fastLog(x float64) float64 {
	// x is 2^exponent times a mantissa from 1 to 2, which is close to the middle of one of many intervals.
	bits := math.Float64bits(x)
	exponent := int(bits>>52) - 1023
	mantissa := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	middle := &middles[bits>>(52-middleBits)&(1<<middleBits-1)]
	return float64(exponent)*math.Ln2 + middle.log + (mantissa*middle.inverse - 1)
}

const middleBits = 8

// middles are the middles of the intervals between 1 and 2, by their logarithm and inverse.
var middles = func() (table [1 << middleBits]struct{ log, inverse float64 }) {
	for i := range table {
		middle := 1 + (float64(i)+0.5)/(1<<middleBits)
		table[i].log, table[i].inverse = math.Log(middle), 1/middle
	}
	return table
}()

// logAfter returns ln(2+m) as fastLog does, of small numbers from a table.
func logAfter(m uint32) float64 {
	if m < uint32(len(smallLogs)) {
		return smallLogs[m]
	}
	return fastLog(2 + float64(m))
}

var smallLogs = func() (table [1024]float64) {
	for m := range table {
		table[m] = fastLog(2 + float64(m))
	}
	return table
}()
