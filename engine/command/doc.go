// Package command makes a command-line program of a game. Its subcommands let people play against the computer on a
// terminal, play matches and leagues between players, tune and measure players, and analyse positions. Other
// subcommands serve graphical board programs (UCI and GTP), answer requests in JSON, and show a page to play on in a
// browser.
//
//	func main() {
//		command.Main(command.Game[*Hex, Move]{
//			Name: "hex",
//			New:  func(position string) (*Hex, error) { return parse(position) },
//		})
//	}
//
// Moves are written in the game's [ply.Notation], or with package fmt if the game has none. A move that is a struct needs a
// Notation, or a method String whose result has no spaces, because flags and protocols separate moves by spaces. Positions are printed by
// the game's String method. The default players are those that [Players] returns.
//
// Subcommands exit with status 0 on success, 1 after an error or an interrupt, and 2 if the arguments are wrong. They
// write results to the standard output (with -json one JSON object on each line), and progress and errors to the
// standard error.
package command
