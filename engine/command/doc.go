// Package command makes a command of a game. On a terminal, people play against the computer, and players play matches
// and leagues and are tuned and measured. The command also serves graphical boards, by the protocols of package engine,
// and a page in a browser.
//
//	func main() {
//		command.Main(command.Game[*Hex, Move]{
//			Name: "hex",
//			New:  func(position string) (*Hex, error) { return parse(position) },
//		})
//	}
//
// Moves are written by [ply.Notation] or package fmt, and positions by the game's String method. The default players
// are the result of [Players].
//
// Subcommands exit with status 0 on success, 1 after an error or an interrupt, and 2 for wrong arguments. Results go to
// the standard output, with -json one JSON object on each line; progress and errors go to the standard error.
package command
