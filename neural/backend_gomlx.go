//go:build gomlx && !xla

package neural

import _ "github.com/gomlx/gomlx/backends/simplego" // GoMLX in plain Go

// Operations run sequentially: in parallel, the workers of GoMLX 0.26 can deadlock.
const backendConfig = "go:ops_sequential"
