module github.com/ply-search/ply/neural

go 1.26.0

require (
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/gomlx/gomlx v0.26.0
	github.com/ply-search/ply v0.1.0
)

require golang.org/x/sys v0.50.0 // indirect

require (
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	github.com/gomlx/go-xla v0.1.4 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/ply-search/ply/internal/vectors v0.1.0
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/exp v0.0.0-20250819193227-8b4c13bb791b // indirect
	golang.org/x/term v0.38.0 // indirect
	google.golang.org/protobuf v1.36.10 // indirect
	k8s.io/klog/v2 v2.130.1 // indirect
	pgregory.net/rapid v1.3.0 // indirect
)
