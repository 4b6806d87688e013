module github.com/ply-search/ply/examples/gtp

go 1.26.0
