package saved

// Saving reports whether a state is being saved.
func (r *Run) Saving() bool { return r.queue != nil }
