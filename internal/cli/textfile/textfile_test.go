package textfile_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ply-search/ply/internal/cli/textfile"
)

func TestLines(t *testing.T) {
	longest := strings.Repeat("x", textfile.LongestLine)
	broken := errors.New("broken")
	for _, test := range []struct {
		in    string
		end   error
		want  []string
		error string
	}{
		{"", io.EOF, nil, ""},
		{"a\r\n\nb", io.EOF, []string{"1 a", "2 ", "3 b"}, ""},
		{longest + "\r\n" + longest + "\n" + longest, io.EOF, []string{"1 " + longest, "2 " + longest, "3 " + longest}, ""},
		{"a\n" + longest + "xx\nb\n", io.EOF, []string{"1 a"}, "line 2: longer than 1048576 bytes"},
		{longest + longest, io.EOF, nil, "line 1: longer than 1048576 bytes"},
		{"a\n", broken, []string{"1 a"}, "line 2: broken"},
	} {
		var got []string
		s := textfile.Lines(io.MultiReader(strings.NewReader(test.in), iotest.ErrReader(test.end)))
		for s.Scan() {
			got = append(got, fmt.Sprint(s.Line, " ", s.Text()))
		}
		err := s.Err()
		if !slices.Equal(got, test.want) || (err == nil) != (test.error == "") || err != nil && err.Error() != test.error {
			t.Errorf("%.20q: %.20q, error %v, want %.20q, %s", test.in, got, err, test.want, test.error)
		}
		if errors.Is(test.end, broken) && !errors.Is(err, broken) {
			t.Errorf("%v is not %v", err, broken)
		}
	}
}
