// Package neural lets networks learn games by playing against themselves, and searches with them.
//
// A [Description] tells what positions of a game look like, as planes of numbers, and how its moves are numbered.
// [Train] does the rest: games by package puct, training by Adam, matches, files. It goes on where it was interrupted.
//
//	description := neural.Description[*Game, Move]{
//		Name: "mygame", New: newGame,
//		Planes: 2, Height: 8, Width: 8,
//		Append: func(g *Game, dst []float32) []float32 { … }, // where the stones of both sides are
//	}
//	network, err := neural.Train(ctx, "folder", description, neural.Options[Move]{})
//	player := neural.NewPlayer(network, description, neural.PlayerOptions[Move]{Limits: puct.Limits{MaxSimulations: 200}})
//
// # In searches
//
//   - [ForPUCT] makes an evaluator of package puct of a network, with a cache and the symmetries of the game.
//   - [ForAlphaBeta] makes evaluators of package alphabeta of it.
//   - [NewBatcher] lets several searches share batches.
//   - [NewPlayer] makes players for matches.
//
// # Files
//
// [Network.Save] and [Load] write and read a network. A file has a checksum and the fingerprint of the game, a hash of the
// inputs and the numbers of moves in some games; what is damaged, or for another game, is refused. The format is a line of
// JSON, which names the parameters, and their values as 32-bit numbers.
//
// # Numerics
//
// GoMLX, the library of the field in Go, computes: by its backend in plain Go, without cgo, for small networks; with the
// build tag xla by XLA, which needs cgo and a plugin, on processors and accelerators. On processors whose integers have 32
// bits there are no networks.
//
// Package [github.com/ply-search/ply/learn] is for evaluations by features, which cost a thousandth of a network's.
package neural
