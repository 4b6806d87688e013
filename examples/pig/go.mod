module github.com/ply-search/ply/examples/pig

go 1.26.0

require (
	github.com/peterbourgon/ff/v3 v3.4.0
	github.com/ply-search/ply v0.0.0
	github.com/ply-search/ply/examples/internal v0.0.0-00010101000000-000000000000
	pgregory.net/rapid v1.3.0
)

replace (
	github.com/ply-search/ply => ../..
	github.com/ply-search/ply/examples/internal => ../internal
)
