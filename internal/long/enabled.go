//go:build long

package long

// Enabled reports whether the long tests run: the build tag long is set.
const Enabled = true
