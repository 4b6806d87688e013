// Command fiveinarow finds winning threat sequences in five-in-a-row.
package main

import (
	"github.com/ply-search/ply/internal/cli"
)

func main() { cli.Main(command) }

func command(std cli.Streams) *cli.Command {
	return cli.Group("fiveinarow", "Five-in-a-row on 15 × 15.", "",
		threatsCommand(std))
}
