module github.com/ply-search/ply/examples/ggp

go 1.26.0

replace (
	github.com/ply-search/ply => ../..
	github.com/ply-search/ply/examples/internal => ../internal
)
