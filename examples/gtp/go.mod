module github.com/ply-search/ply/examples/gtp

go 1.26.0

require github.com/ply-search/ply v0.1.0
