package strips

// SplitAbove makes actions of more than a number of variants moves in turn, until the function returned is called.
func SplitAbove(variants int) func() {
	before := mostVariants
	mostVariants = variants
	return func() { mostVariants = before }
}
