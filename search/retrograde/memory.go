package retrograde

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/ply-search/ply/internal/memory"
)

func (s *solver[M]) reserve(what string, bytes uint64) error {
	for {
		err := s.enough(what, bytes)
		if err == nil {
			break
		}
		if !s.makeRoom() {
			return err
		}
	}
	if s.dropped > leastGarbage && s.dropped > s.held/4 {
		s.collectGarbage()
	}
	s.held += bytes
	s.sol.Memory = max(s.sol.Memory, int64(s.held))
	return nil
}

func (s *solver[M]) enough(what string, bytes uint64) error {
	limit, named := uint64(math.MaxInt)-1<<20, "that of the machine"
	if most := uint64(debug.SetMemoryLimit(-1)); most < limit {
		limit, named = most, "the memory limit of the program"
	}
	if most := uint64(s.opt.Memory); most > 0 && most < limit {
		limit, named = most, "Memory"
	}
	if bytes > limit || s.held > limit-bytes {
		return fmt.Errorf("%s: memory of %s is needed, with %s for the rest, and %s is %s", what,
			memory.Format(float64(bytes)), memory.Format(float64(s.held)), named, memory.Format(float64(limit)))
	}
	return nil
}

func (s *solver[M]) release(bytes uint64) {
	s.held -= bytes
	s.dropped += bytes
}

const leastGarbage = 8 << 20

// collectGarbage returns released memory to the system. By itself the runtime collects garbage only when it equals the
// live memory, and freed pieces do not serve the long lists that come next: the program would take twice the memory.
func (s *solver[M]) collectGarbage() {
	s.dropped = 0
	debug.FreeOSMemory()
}
