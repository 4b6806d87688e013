// Package neural trains networks by self-play, and searches with them. A [Description] gives the positions of a game
// as planes of numbers, and the numbers of its moves. [Train] does the rest: games by package puct, training by Adam,
// matches, files. It can be interrupted and continued.
//
//	description := neural.Description[*Game, Move]{
//		Name: "mygame", New: newGame,
//		Planes: 2, Height: 8, Width: 8,
//		Append: func(g *Game, dst []float32) []float32 { … }, // where the stones of both sides are
//	}
//	network, err := neural.Train(ctx, "folder", description, neural.Options[Move]{})
//	player := neural.NewPlayer(network, description, ply.Limits{Nodes: 200}, neural.EvaluatorOptions{}, puct.Options[Move]{})
//
// [ForPUCT] makes an evaluator for package puct, with a cache and the symmetries of the game, [ForAlphaBeta]
// evaluators for package alphabeta, and [NewPlayer] players for matches.
//
// # Files
//
// [Network.Save] and [Load] write and read a network. A file has a checksum and the fingerprint of the game, a hash of
// the inputs and the numbers of moves in some games; other and damaged files are refused. It begins with JSON, such as
//
//	{"format":"ply network","version":1,"game":"connectfour","fingerprint":"…","planes":2,"height":6,"width":7,"moves":7,
//	 "architecture":{"kind":"dense","hidden":[256,128]},"parameters":[{"name":"hidden1.weights","shape":[256,84]},…]}
//
// (without a break), ended by "\n". Then come the values of all parameters in this order, each row by row, as IEEE 754
// numbers of 32 bits, lowest byte first, and the 64-bit xxHash with the seed 0 of all bytes before it, lowest byte first.
//
// A layer named L computes L.weights·x + L.bias. Its weights have the shape units × inputs, and its bias the shape
// units. The inputs of a position are planes × height × width numbers, plane by plane, each row by row. A "dense"
// network has the layers hidden1, hidden2 and so on, each followed by max(x, 0). Then the layer policy gives "moves"
// logits, and the layer value one number, of which the hyperbolic tangent is the value, for the side to move.
//
// A "residual" network, with "blocks" and "filters" besides "hidden", begins with convolutions. A convolution is a
// layer that is applied to each cell; its inputs are the channels of the 3 × 3 cells around it, row by row, all
// channels of a cell together, and zeros off the board. The first one, named first, has the planes as channels, and is
// followed by max(x, 0). Block i then makes x into max(x + block⟨i⟩.second(max(block⟨i⟩.first(x), 0)), 0). The inputs
// of hidden1 are the filters of all cells, cell by cell, row by row. README.md has a reader in Python.
//
// # Numerics
//
// Networks are computed in plain Go, position by position, forwards and backwards, by the inputs and unit outputs that
// are not 0, which are a fifth and a half of them. An evaluation takes about as many multiplications as a third of the
// weights, and learning a position three times as many; no memory is allocated. On amd64 processors with AVX, vectors
// of eight numbers are two to four times as fast. Without AVX the sums of an evaluation are the same to the last bit,
// the sums of training are not. The build tag purego excludes assembly.
//
// With the build tag xla, GoMLX computes by XLA, which needs cgo and a plugin, on processors and accelerators; then
// batches matter. With the tag gomlx it computes in plain Go, for comparison in tests. The numbers differ in the last
// digits, and a training cannot be continued by another of these ways.
//
// Package [github.com/ply-search/ply/learn] is for evaluations by features, which cost a thousandth of a network's.
package neural
