// Package command makes a command of a game: people play on a terminal, players play matches and leagues, are measured, and
// play under boards that speak the protocols of package engine and on a page in a browser.
//
//	func main() {
//		command.Main(command.Game[*Hex, Move]{
//			Name: "hex",
//			New:  func(position string) (*Hex, error) { return parse(position) },
//		})
//	}
//
// Moves are written as [ply.Notation] or package fmt does. The position is printed as the game's String method does. The players
// are those of [Players], unless [Game] has others.
//
// Subcommands exit with status 0, 1 if something was wrong with the input, went wrong, or was interrupted, and 2 if the arguments
// were wrong. Results go to the standard output, one JSON object a line with -json; progress and complaints go to the standard error.
package command
