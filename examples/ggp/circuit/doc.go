// Package circuit evaluates games without variables, as package ground makes them, by logic gates.
//
// [New] turns a [ground.Program] into a [Graph] of AND, OR and NOT gates: a rule is an AND of its premises, the head of
// rules an OR of them. [Graph.Simplify] reduces it by passes that each keep every output's value. [Compile] does both,
// splits the gates into those needed for the end of the match, the legal moves, the goals, the next state and the
// percepts, orders them in strata, and returns a [Circuit]: code for two machines. A [Machine] holds one position, and
// is what a game tree search needs. [Lanes] hold 64 positions, one in each bit of a word, and run playouts: each
// instruction works on 64 positions at once, and so does the drawing of moves. A [Propagator] is a third machine, for
// one position: it is made of a graph by [Graph.Network], and evaluates only gates whose inputs change.
//
// [Analyze] finds what the graph tells of the structure of a game. [Graph.From] makes circuits for matches that begin in
// the middle, [Graph.Separate] one for each independent part of a puzzle, and [Graph.Clock] finds what only ends it.
//
//	compiled, err := circuit.Compile(program, circuit.Options{})
//	machine := compiled.NewMachine()
//	for !machine.Terminal() {
//		… machine.Legal(role, moves[:0]) …
//		machine.Play(joint)
//	}
//
// The source is J.-N. Vittaut, "LeJoueur: un programme de General Game Playing pour les jeux à information incomplète
// et/ou imparfaite", thesis, Université Paris 8, 2017: sections 2.3.2 (graph and simplifications), 2.3.3 (bytecode) and
// 5.3.3 (64 playouts in the bits of words).
package circuit
