// Package circuit evaluates ground games (package ground) by logic gates.
//
// [New] turns a [ground.Program] into a [Graph] of AND, OR and NOT gates: a rule is an AND of its premises, an atom an
// OR of its rules. [Graph.Simplify] reduces the graph by passes that keep the value of every output. [Compile] does
// both, divides the gates into parts (end, legal moves, goals, next state, percepts) and strata, and returns a
// [Circuit], the code for two machines: [Machine] evaluates one position, for searches; [Lanes] evaluate 64 positions,
// one in each bit of a word, and run playouts. A [Propagator], made from a graph by [Graph.Network], evaluates one
// position too, but only the gates whose inputs change.
//
// [Analyze] describes the structure of a game. [Graph.From] makes circuits for the rest of a match, [Graph.Separate] one
// for each independent part of a puzzle, and [Graph.Clock] finds facts that only end the match.
//
//	compiled, err := circuit.Compile(program)
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
