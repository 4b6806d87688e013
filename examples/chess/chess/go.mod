module github.com/ply-search/ply/examples/chess/chess

go 1.26.0

require (
	github.com/ply-search/ply v0.1.0
	github.com/ply-search/ply/examples/internal v0.1.0
	pgregory.net/rapid v1.3.0
)

require github.com/cespare/xxhash/v2 v2.3.0 // indirect
