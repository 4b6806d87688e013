package main

import (
	"strings"
	"testing"

	"github.com/ply-search/ply/examples/internal/hidden"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
	"github.com/ply-search/ply/internal/long"
)

// Information-set search beats determinization, by more than chance.
func TestInformationSetsBeatDeterminization(t *testing.T) {
	long.Only(t)
	found := clitest.Object[hidden.Matched](t, command, "match", "-json", "-first", "single", "-games", "2000", "-simulations", "500")
	if found.Games != 2000 || found.Low <= 0.5 {
		t.Errorf("%+v: want more than half with certainty", found)
	}
}

// The result does not depend on the number of workers.
func TestMatchCommand(t *testing.T) {
	match := func(workers string) hidden.Matched {
		found := clitest.Object[hidden.Matched](t, command, "match", "-json", "-games", "60", "-simulations", "300", "-workers", workers)
		if found.Wins+found.Draws+found.Losses != 60 || found.Low > found.Rate || found.High < found.Rate {
			t.Errorf("%+v", found)
		}
		found.Seconds = 0
		return found
	}
	if one, two := match("1"), match("2"); one != two {
		t.Errorf("%+v with two workers, %+v with one", two, one)
	}
}

func TestPlayCommand(t *testing.T) {
	var cells strings.Builder
	for range 9 {
		cells.WriteString("z9\na1\nb2\nc3\nb1\nb3\na2\nc2\na3\nc1\n")
	}
	for _, side := range []string{"0", "1"} {
		r := clitest.Run(t, command, cells.String(), "play", "-time", "2ms", "-side", side)
		if r.Status != cli.Success || !strings.Contains(r.Out, `"z9" is no move`) ||
			!strings.Contains(r.Out, "you win") && !strings.Contains(r.Out, "you lose") && !strings.Contains(r.Out, "drawn") {
			t.Errorf("%+v", r)
		}
	}
	clitest.Sessions(t, command, "play -time 1ms", "a1\nb2\nc3\nquit\n")
}

func TestStreams(t *testing.T) {
	clitest.Streams(t, command, "match -games 2 -simulations 20", "match -games 2 -simulations 20 -json")
}

func TestMisuse(t *testing.T) {
	clitest.Misuse(t, command)
	clitest.Check(t, command,
		clitest.Case{Args: "match -games 3", Status: cli.Misuse, Err: "want an even number"},
		clitest.Case{Args: "match -first alphabeta", Status: cli.Misuse, Err: "want multiple, single or determinized"},
		clitest.Case{Args: "play -side 2", Status: cli.Misuse, Err: "-side: want 0 to 1"},
	)
}
