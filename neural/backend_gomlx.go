//go:build gomlx && !xla

package neural

import _ "github.com/gomlx/gomlx/backends/simplego" // GoMLX in plain Go

// backendConfig names the backend. Operations of a graph run one after the other: with several at the same time, the
// workers of GoMLX 0.26 can wait for one another for ever.
const backendConfig = "go:ops_sequential"
