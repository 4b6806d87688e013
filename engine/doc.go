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
// A player gets its moves from a [Searcher]. NewSearcher in most search packages makes one, and [Stateless] makes one
// of any function that searches a position. The searcher of search/proof also takes another one, for positions without
// a proof.
//
// Three packages serve a player to other programs: [github.com/ply-search/ply/engine/uci] by the Universal Chess
// Interface and the Universal Game Interface, [github.com/ply-search/ply/engine/gtp] by the Go Text Protocol, and
// [github.com/ply-search/ply/engine/analysis] by JSON, on lines or over HTTP. Module
// [github.com/ply-search/ply/engine/command] makes a command of a game that has all of them. Moves are written by the
// game's [ply.Notation], or as fmt prints them.
package engine
