package costs

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// TestAdd: the greatest sum is math.MaxInt, of 32 bits or 64.
func TestAdd(t *testing.T) {
	const most = math.MaxInt
	for _, test := range []struct {
		line, move, want int
		err              string
	}{
		{0, 0, 0, ""}, {2, 3, 5, ""}, {0, most, most, ""}, {most, 0, most, ""}, {most - 1, 1, most, ""}, {most / 2, most/2 + 1, most, ""},
		{most, 1, 0, "sum of the costs " + strconv.Itoa(most) + " and 1"}, {1, most, 0, "sum of the costs 1 and "},
		{most, most, 0, "sum"}, {most/2 + 1, most/2 + 1, 0, "sum"},
		{0, -1, 0, "a move costs -1"}, {most, -1, 0, "a move costs -1"}, {5, math.MinInt, 0, "a move costs " + strconv.Itoa(math.MinInt)},
	} {
		got, err := Add(test.line, test.move)
		if got != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%d and %d: %d, error %v, want %d, %q", test.line, test.move, got, err, test.want, test.err)
		}
	}
}
