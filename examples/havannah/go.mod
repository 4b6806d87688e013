module github.com/ply-search/ply/examples/havannah

go 1.26.0

require (
	github.com/ply-search/ply v0.0.0
	pgregory.net/rapid v1.3.0
)

replace (
	github.com/ply-search/ply => ../..
	github.com/ply-search/ply/examples/internal => ../internal
)
