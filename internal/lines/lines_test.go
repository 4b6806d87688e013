package lines_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ply-search/ply/internal/lines"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 1<<20+1)
	broken := errors.New("broken")
	for in, want := range map[string][]string{
		"":                       nil,
		"a":                      {"a"},
		"a\r\n\nb\x00\n":         {"a", "", "b\x00"},
		"\ufeffa\n\ufeffb":       {"a", "\ufeffb"},
		long + "\nb":             {lines.ErrLong.Error(), "b"},
		long + long:              {lines.ErrLong.Error()},
		"a\n" + long + "\n\nb\n": {"a", lines.ErrLong.Error(), "", "b"},
	} {
		for _, end := range []error{io.EOF, broken} {
			var got []string
			for line, err := range lines.Of(io.MultiReader(strings.NewReader(in), iotest.ErrReader(end))) {
				if err != nil {
					line = err.Error()
				}
				got = append(got, line)
			}
			want := want
			if end == broken {
				// The last line may be incomplete.
				if in != "" && !strings.HasSuffix(in, "\n") && !strings.HasSuffix(in, "x") {
					want = want[:len(want)-1]
				}
				want = append(want[:len(want):len(want)], "broken")
			}
			if !slices.Equal(got, want) {
				t.Errorf("%.40q, %v: %.40q, want %.40q", in, end, got, want)
			}
		}
	}
}
