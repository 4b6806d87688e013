package guard

import "cmp"

// A State tells whether an object that plays on a game is usable. After a panic of the game its position is unknown.
type State struct {
	failed error // a panic of the game
	lost   bool  // the position of the game is unknown
}

// Run calls f, which calls the game and no callbacks, and returns its error. A panic of the game is an error, of this
// and of all later calls of [State.Usable].
func (s *State) Run(line func() string, f func() error) (err error) {
	s.lost = true // if the game ends the goroutine
	s.failed = Run(line, func() error {
		err = f() // an error of f leaves the object usable
		return nil
	})
	s.lost = s.failed != nil
	return cmp.Or(s.failed, err)
}

// Usable returns an error if the game has failed: its panic or, if it has ended its goroutine, lost.
func (s *State) Usable(lost error) error {
	if s.failed == nil && s.lost {
		return lost
	}
	return s.failed
}

// Begin marks the position of the game as unknown until End.
func (s *State) Begin() { s.lost = true }

// End ends Begin with the panic of the game, or nil.
func (s *State) End(failed error) { s.failed, s.lost = failed, failed != nil }

// Lose marks the position of the game as unknown.
func (s *State) Lose() { s.lost = true }
