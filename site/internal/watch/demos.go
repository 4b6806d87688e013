package watch

// Demos returns all demos, in the order of the site.
func Demos() []Demo {
	return []Demo{
		incrementalTranspositions(), uct(), cutOffs(), proofNumbers(), dependencies(), blocks(), adaptation(), shortestWays(), threats(), regrets(),
	}
}
