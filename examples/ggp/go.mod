module github.com/ply-search/ply/examples/ggp

go 1.26.0

require github.com/ply-search/ply v0.0.0

require github.com/cespare/xxhash/v2 v2.3.0 // indirect

replace (
	github.com/ply-search/ply => ../..
	github.com/ply-search/ply/examples/internal => ../internal
)
