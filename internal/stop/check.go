package stop

import (
	"fmt"
	"time"
)

// Check returns an error of a package that names the option at fault, of the limits that most searches have.
func Check(pkg string, maxTime, progressEvery time.Duration) error {
	switch {
	case maxTime < 0:
		return fmt.Errorf("%s: MaxTime is %v, want a duration or 0 for no limit", pkg, maxTime)
	case progressEvery < 0:
		return fmt.Errorf("%s: ProgressEvery is %v, want a duration", pkg, progressEvery)
	}
	return nil
}
