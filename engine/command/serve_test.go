package command_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/engine/command"
	"github.com/ply-search/ply/internal/cli"
	"github.com/ply-search/ply/internal/cli/clitest"
)

// drawn is the game with cells.
func drawn(std command.Streams) *ffcli.Command {
	sides := [2]string{"X", "O"}
	return command.Command(command.Game[*Board, int]{
		Name: "drawn",
		New:  command.FromStart(func() (*Board, error) { return new(Board), nil }),
		Cells: func(b *Board, _ int) [][]command.Cell {
			var taken [2]uint64
			for i, cell := range *b {
				taken[i%2] |= 1 << cell
			}
			return command.Cells(3, 3, func(column, row int) command.Cell {
				cell := 3*row + column
				return command.Cell{Name: fmt.Sprint(cell), Man: command.Stone(sides, taken[0], taken[1], cell)}
			})
		},
		Sides: sides,
	}, std)
}

// serving starts a command's server, and returns its address. The end of the test ends it.
func serving(t *testing.T, c clitest.Command, args ...string) string {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan int)
	go func() {
		ended <- cli.Run(ctx, c, append([]string{"serve", "-addr", "localhost:0"}, args...), cli.Streams{In: strings.NewReader(""), Out: w, Err: io.Discard})
	}()
	t.Cleanup(func() {
		interrupt()
		if status := <-ended; status != cli.Failure {
			t.Errorf("status %d after an interrupt", status)
		}
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// body returns the body of an answer.
func body(r *http.Response, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return string(text), err
}

// TestServedCells has the page get cells, what stands on them, which of them the last move changed, and those that moves name.
func TestServedCells(t *testing.T) {
	url := serving(t, drawn)
	for query, want := range map[string]string{
		"": `{"board":"012\n345\n678","moves":["0","1","2","3","4","5","6","7","8"],"side":"X","result":"",` +
			`"cells":[[{"name":"0"},{"name":"1"},{"name":"2"}],[{"name":"3"},{"name":"4"},{"name":"5"}],[{"name":"6"},{"name":"7"},{"name":"8"}]],` +
			`"paths":[["0"],["1"],["2"],["3"],["4"],["5"],["6"],["7"],["8"]]}`,
		"?moves=0+3+1+4+2": `{"board":"XXX\nOO5\n678","moves":[],"side":"","result":"X wins",` +
			`"cells":[[{"name":"0","man":"X"},{"name":"1","man":"X"},{"name":"2","man":"X","last":true}],` +
			`[{"name":"3","man":"O"},{"name":"4","man":"O"},{"name":"5"}],[{"name":"6"},{"name":"7"},{"name":"8"}]]}`,
	} {
		if text, err := body(http.Get(url + "position" + query)); err != nil || strings.TrimSpace(text) != want {
			t.Errorf("%q: %s, error %v, want %s", query, text, err, want)
		}
	}
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	policy := r.Header.Get("Content-Security-Policy")
	if text, err := body(r, nil); err != nil || !strings.HasPrefix(policy, "default-src 'self';") || !strings.Contains(text, `const sides = ["X","O"];`) {
		t.Errorf("%s, error %v, policy %s", text, err, policy)
	}
}

// TestServedClients has 200 clients look at positions and have them searched at the same time.
func TestServedClients(t *testing.T) {
	url := serving(t, drawn, "-player", "alphabeta,depth=9", "-workers", "2")
	const clients = 200
	failed := make(chan error)
	for i := range clients {
		go func() {
			text, err := body(http.Get(fmt.Sprintf("%sposition?moves=%d", url, i%9)))
			if err == nil && !strings.Contains(text, `"last":true`) {
				err = fmt.Errorf("a position: %s", text)
			}
			if err != nil {
				failed <- err
				return
			}
			text, err = body(http.Post(url+"analyse", "application/json", strings.NewReader(fmt.Sprintf(`{"id":"%d","moves":["%d"]}`, i, i%9))))
			var a analysis.Answer
			if err == nil {
				err = json.Unmarshal([]byte(text), &a)
			}
			if err == nil && (a.ID != fmt.Sprint(i) || !a.Final || len(a.Lines) == 0) {
				err = fmt.Errorf("an answer: %s", text)
			}
			failed <- err
		}()
	}
	for range clients {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
}
