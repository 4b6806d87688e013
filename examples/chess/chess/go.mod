module github.com/ply-search/ply/examples/chess/chess

go 1.26.0

require (
	github.com/ply-search/ply v0.1.0
	github.com/ply-search/ply/examples/internal v0.1.0
	pgregory.net/rapid v1.3.0
)

require (
	github.com/ply-search/ply/internal/vectors v0.1.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/tools v0.30.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/ply-search/ply/learn v0.1.0
)
