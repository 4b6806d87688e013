//go:build xla

package neural

import _ "github.com/gomlx/gomlx/backends/xla" // with cgo and a plugin

// backendConfig names the backend, without a plugin, which GoMLX chooses.
const backendConfig = "xla"
