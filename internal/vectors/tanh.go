package vectors

// tangent contains the coefficients of the rational function of Eigen (Jacob and Guennebaud 2010, ptanh), which is the
// hyperbolic tangent within 3⋅10⁻⁷. First come the limit of its argument and the negative limit, then the coefficients
// of the numerator, from the highest power down, and the coefficients of the denominator in the same order.
var tangent = [13]float32{
	7.90531110763549805, -7.90531110763549805,
	-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-08, 1.48572235717979e-05,
	6.37261928875436e-04, 4.89352455891786e-03,
	1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03,
}

// tanhGeneric replaces each number by its hyperbolic tangent.
func tanhGeneric(x []float32) {
	c := &tangent
	for i, v := range x {
		v = max(min(v, c[0]), c[1])
		y := v * v
		p := c[8] + y*(c[7]+y*(c[6]+y*(c[5]+y*(c[4]+y*(c[3]+y*c[2])))))
		q := c[12] + y*(c[11]+y*(c[10]+y*c[9]))
		x[i] = v * p / q
	}
}
