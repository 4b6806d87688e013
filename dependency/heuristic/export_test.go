package heuristic

// PatternOptions are all bounds of the search for patterns.
type PatternOptions = patternOptions

// With returns the options with these bounds.
func (o Options[M]) With(p PatternOptions) Options[M] {
	o.bounds, o.Patterns, o.Entries = p, p.Cells, p.MaxTotal
	return o
}
