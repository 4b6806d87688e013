package guard

import "cmp"

// A State says whether an object that plays on a game can still be used: not after a panic of the game, which leaves it
// in a position that nobody knows.
type State struct {
	failed error // a panic of the game
	lost   bool  // the game is in no position known
}

// Run calls f, which calls the game and no callbacks, and returns its error. A panic of the game is an error, of this
// and of all later calls of [State.Usable].
func (s *State) Run(line func() string, f func() error) (err error) {
	s.lost = true // if the game ends the goroutine
	s.failed = Run(line, func() error {
		err = f() // which does not make the object unusable
		return nil
	})
	s.lost = s.failed != nil
	return cmp.Or(s.failed, err)
}

// Usable returns an error if the game has failed: its panic or, if it has ended its goroutine, the one given.
func (s *State) Usable(lost error) error {
	if s.failed == nil && s.lost {
		return lost
	}
	return s.failed
}

// Begin says that the position of the game is not known until End.
func (s *State) Begin() { s.lost = true }

// End says how that ended: by a panic of the game, or nil.
func (s *State) End(failed error) { s.failed, s.lost = failed, failed != nil }

// Lose says that the position of the game is not known.
func (s *State) Lose() { s.lost = true }
