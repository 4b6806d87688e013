//go:build xla

package neural

import _ "github.com/gomlx/gomlx/backends/xla" // with cgo and a plugin

// GoMLX chooses the plugin.
const backendConfig = "xla"
