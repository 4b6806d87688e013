package cli_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math"
	"strings"
	"testing"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/examples/internal/cli"
)

func command(result error) *ffcli.Command {
	flags := flag.NewFlagSet("sub", flag.ExitOnError)
	flags.Int("n", 1, "a number")
	none := func(context.Context, []string) error { return nil }
	return &ffcli.Command{
		Name: "test",
		Exec: none,
		Subcommands: []*ffcli.Command{{
			Name:    "sub",
			FlagSet: flags,
			Exec:    func(context.Context, []string) error { return result },
		}},
	}
}

func TestExitStatus(t *testing.T) {
	tests := []struct {
		args   string
		result error
		status int
		stderr string
	}{
		{"", nil, cli.Success, ""},
		{"sub", nil, cli.Success, ""},
		{"sub -n 3", nil, cli.Success, ""},
		{"sub -h", nil, cli.Success, "a number"},
		{"sub", errors.New("line 3: no card"), cli.Failure, "test: line 3: no card\n"},
		{"sub", cli.Usagef("-a and -b together"), cli.Misuse, "test: -a and -b together (-h explains)\n"},
		{"sub -n x", nil, cli.Misuse, "invalid value"},
		{"sub -unknown", nil, cli.Misuse, "not defined"},
		{"sub extra", nil, cli.Misuse, `unexpected argument "extra"`},
		{"other", nil, cli.Misuse, `unknown command "other"`},
	}
	for _, test := range tests {
		var stderr bytes.Buffer
		status := cli.Run(t.Context(), command(test.result), strings.Fields(test.args), &stderr)
		if status != test.status || !strings.Contains(stderr.String(), test.stderr) {
			t.Errorf("%q: status %d, %q, want %d, %q", test.args, status, stderr.String(), test.status, test.stderr)
		}
	}
}

func TestMean(t *testing.T) {
	mean, half := cli.Mean([]float64{1, 2, 3, 4})
	// The deviation is the square root of 5/3.
	if want := 1.959964 * math.Sqrt(5.0/3/4); mean != 2.5 || math.Abs(half-want) > 1e-9 {
		t.Errorf("%v ± %v, want 2.5 ± %v", mean, half, want)
	}
	if _, half := cli.Mean([]float64{1}); !math.IsInf(half, 1) {
		t.Errorf("± %v of one number", half)
	}
}

func TestRate(t *testing.T) {
	// Wilson's interval for 10 of 100: 5.52 % to 17.44 %.
	if low, high := cli.Rate(10, 100); math.Abs(low-0.0552) > 1e-4 || math.Abs(high-0.1744) > 1e-4 {
		t.Errorf("%v to %v", low, high)
	}
	if low, high := cli.Rate(0, 0); low != 0 || high != 1 {
		t.Errorf("%v to %v of nothing", low, high)
	}
	if got := cli.FormatRate(10, 100); got != "10 % (95 %: 5.52 to 17.4)" {
		t.Error(got)
	}
}

func TestCheckTable(t *testing.T) {
	if err := cli.CheckTable(1<<20, 8); err != nil {
		t.Error(err)
	}
	for _, entries := range []int{0, -1, 1 << 38, math.MaxInt} {
		if err := cli.CheckTable(entries, 8); err == nil || !strings.Contains(err.Error(), "table") {
			t.Errorf("%d entries: error %v", entries, err)
		}
	}
}
