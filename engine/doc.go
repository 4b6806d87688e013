// Package engine turns searches into players for whole games.
//
// A search finds a move in one position. A [Player] divides the time of a [Clock] among the moves of a game, keeps the
// results of its search from move to move, searches during the opponent's turn ([Player.Ponder]), takes moves back,
// analyses positions ([Question]) and compares moves ([Player.Compare]). It can play at a lower level ([Options].Level) and use a [Book] of openings:
//
//	searcher, err := alphabeta.NewSearcher(game, alphabeta.Options[Move]{})
//	if err != nil {
//		return err
//	}
//	player, err := engine.New(searcher, engine.Options{})
//	if err != nil {
//		return err
//	}
//	defer player.Close()
//	best, err := player.Move(ctx, engine.Clock{Left: 5 * time.Minute})
//
// A player gets its moves from a [Searcher]. Most search packages have a function NewSearcher, and [Stateless] makes a
// Searcher of any function that searches a position. In search/proof, NewSearcher also requires a second Searcher, for
// positions that cannot be proved.
//
// Three packages make a player available to other programs: [github.com/ply-search/ply/engine/uci] with the Universal
// Chess Interface and the Universal Game Interface, [github.com/ply-search/ply/engine/gtp] with the Go Text Protocol,
// and [github.com/ply-search/ply/engine/analysis] with JSON, on lines or over HTTP. Module
// [github.com/ply-search/ply/engine/command] makes a command-line program of a game, which includes all three. Moves
// are written in the game's [ply.Notation]; if the game has none, they are printed with package fmt.
package engine
