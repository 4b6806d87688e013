// Package vectors contains the inner loops of neural networks: of a layer whose inputs are mostly 0. On amd64 they are
// in assembly; the build tag purego removes it.
package vectors

// accumulateGeneric adds the weights of each active input, times that input, to y. Active inputs are in increasing
// order. The weights of input i are weights[i*units:], with those for y first.
func accumulateGeneric(y, weights, x []float32, active []int32, units int) {
	of := func(input int32) []float32 { return weights[int(input)*units:][:len(y)] }
	// Four inputs at a time load and store y a quarter as often.
	for ; len(active) >= 4; active = active[4:] {
		i, j, k, l := active[0], active[1], active[2], active[3]
		a, b, c, d := x[i], x[j], x[k], x[l]
		wa, wb, wc, wd := of(i)[:len(y)], of(j)[:len(y)], of(k)[:len(y)], of(l)[:len(y)]
		for u := range y {
			y[u] += (a*wa[u] + b*wb[u]) + (c*wc[u] + d*wd[u])
		}
	}
	for _, i := range active {
		a, wa := x[i], of(i)[:len(y)]
		for u := range y {
			y[u] += a * wa[u]
		}
	}
}

// backtrackGeneric adds x·y to the gradients of the weights, and weights·y to the gradient of the inputs, for the
// active inputs x and for the units with a nonzero gradient y, both in increasing order.
func backtrackGeneric(gradient, gradients, weights, x, y []float32, active, units []int32) {
	if len(units) == 0 {
		return
	}
	n := len(y)
	of := func(rows []float32, input int32) []float32 { return rows[int(input)*n:][:n] }
	for ; len(active) >= 4; active = active[4:] {
		i, j, k, l := active[0], active[1], active[2], active[3]
		a, b, c, d := x[i], x[j], x[k], x[l]
		wa, wb, wc, wd := of(weights, i), of(weights, j), of(weights, k), of(weights, l)
		ga, gb, gc, gd := of(gradients, i), of(gradients, j), of(gradients, k), of(gradients, l)
		var sa, sb, sc, sd float32
		for _, u := range units {
			v := y[u]
			sa += wa[u] * v
			sb += wb[u] * v
			sc += wc[u] * v
			sd += wd[u] * v
			ga[u] += a * v
			gb[u] += b * v
			gc[u] += c * v
			gd[u] += d * v
		}
		gradient[i] += sa
		gradient[j] += sb
		gradient[k] += sc
		gradient[l] += sd
	}
	for _, i := range active {
		a, wa, ga := x[i], of(weights, i), of(gradients, i)
		var sa float32
		for _, u := range units {
			sa += wa[u] * y[u]
			ga[u] += a * y[u]
		}
		gradient[i] += sa
	}
}
