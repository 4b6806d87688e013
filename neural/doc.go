// Package neural trains networks by self-play, and searches with them. A [Description] converts the positions of a game
// to planes of numbers, and numbers its moves. [Train] plays games with package puct, trains with Adam, plays matches
// between networks, and stores everything in a folder. It can be interrupted and continued.
//
//	description := neural.Description[*Game, Move]{
//		Name: "mygame", New: newGame,
//		Planes: 2, Height: 8, Width: 8,
//		Append: func(g *Game, dst []float32) []float32 { … }, // where the stones of both sides are
//	}
//	network, err := neural.Train(ctx, "folder", description, neural.Options[Move]{})
//	player := neural.NewPlayer(network, description, ply.Limits{Nodes: 200}, neural.EvaluatorOptions{}, puct.Options[Move]{})
//
// [ForPUCT] returns an evaluator for package puct, with a cache and the symmetries of the game. [ForAlphaBeta] returns
// evaluators for package alphabeta, and [NewPlayer] players for matches.
//
// # Chance
//
// In games with dice ([ply.Stochastic]), games draw each throw by its probability, and the network learns the value of
// positions before and after the throws. [Description].Viewer chooses whose view the inputs take before a throw. Throws
// are included where options count moves.
//
// # Several players
//
// In games of several players ([ply.Multiplayer]), a network computes a value for each player: first for the player
// whose view the inputs take, then for the next players in the order of their numbers. [Training].Mix explains the
// targets of the players. [Options].GateGames, [SelfPlay].Resign and [ForAlphaBeta] are for games of two sides only.
//
// # Files
//
// [Network.Save] writes a network to a file, and [Load] reads it. A file contains a checksum and the fingerprint of the
// game: a hash of the inputs and move numbers in some random games. Damaged files and files of other games are refused.
// The file begins with one line of JSON, ended by "\n", such as
//
//	{"format":"ply network","version":1,"game":"connectfour","fingerprint":"…","planes":2,"height":6,"width":7,"moves":7,
//	 "architecture":{"kind":"dense","hidden":[256,128]},"parameters":[{"name":"hidden1.weights","shape":[256,84]},…]}
//
// (without the line break shown here). Then follow the values of all parameters in the order of "parameters", each
// parameter row by row, as IEEE 754 numbers of 32 bits, lowest byte first. The last 8 bytes are the 64-bit xxHash, with
// seed 0, of all bytes before them, lowest byte first.
//
// A layer named L computes L.weights·x + L.bias. Its weights have the shape units × inputs, and its bias the shape
// units. The inputs of a position are planes × height × width numbers, plane by plane, each plane row by row. A "dense"
// network has the layers hidden1, hidden2 and so on. After each of them, max(x, 0) is applied. Two layers read the
// output of the last hidden layer: layer policy computes a logit for each of the "moves" move numbers, and layer value
// computes one number, whose hyperbolic tangent is the value for the side to move. In a game of several players, the
// first line also contains "players", the number of players, and layer value computes a number for each player.
//
// A "residual" network has, in addition, "blocks" and "filters", and begins with convolutions. A convolution is a layer
// that is applied to each cell. Its inputs are the channels of the 3 × 3 cells around the cell, row by row, all
// channels of a cell together; cells off the board count as zeros. The first convolution is named first. Its channels
// are the planes, and max(x, 0) is applied to its output. Then block i replaces x by max(x +
// block⟨i⟩.second(max(block⟨i⟩.first(x), 0)), 0). The inputs of hidden1 are the filters of all cells, cell by cell, row
// by row. README.md has a reader in Python.
//
// # Numerics
//
// Networks are computed in plain Go, one position at a time. Forward and backward passes skip inputs and unit outputs
// that are 0; about a fifth of the inputs and half of the outputs are not 0. An evaluation therefore needs about a
// third as many multiplications as there are weights, and training on a position three times as many as an evaluation.
// No memory is allocated. On amd64 processors with AVX, vectors of eight numbers make this two to four times as fast.
// The sums of an evaluation are the same with and without AVX, to the last bit; the sums of training are not. The build
// tag purego excludes assembly.
//
// With the build tag xla, GoMLX computes networks with XLA, on processors and accelerators, where large batches are
// faster. This requires cgo and a plugin. With the tag gomlx, GoMLX computes them in plain Go, for comparison in tests.
// The numbers differ in the last digits, and a training that was begun in one of these three ways cannot be continued
// in another.
//
// Package [github.com/ply-search/ply/learn] trains evaluations of features, which take about a thousandth of the time
// of a network.
package neural
