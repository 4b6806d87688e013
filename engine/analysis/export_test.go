package analysis

import "time"

// SetBodyTime sets the time in which a request must have come.
func (s *Server) SetBodyTime(d time.Duration) { s.bodyTime = d }
