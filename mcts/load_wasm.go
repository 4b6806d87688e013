package mcts

// load32 reads a number that other workers may change. In WebAssembly goroutines share one thread, and leave it only at
// calls. The compiler makes a call of an atomic load, which took a fifth of the time of a search.
func load32(p *uint32) uint32 { return *p }
