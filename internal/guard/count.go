package guard

import "fmt"

// CheckCount panics if a method of the game returned too few or too many numbers for the moves; the error of the search
// then names the method and not a consequence.
func CheckCount(method string, got, want int) {
	if got != want {
		panic(miscount{method, got, want})
	}
}

// A miscount is the panic of CheckCount. It is a separate error type so CheckCount can be inlined.
type miscount struct {
	method    string
	got, want int
}

func (m miscount) Error() string {
	return fmt.Sprintf("%s appended %d numbers, want %d", m.method, m.got, m.want)
}
