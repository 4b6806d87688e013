module github.com/ply-search/ply/learn

go 1.26.0

require (
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/ply-search/ply v0.0.0
)

replace github.com/ply-search/ply => ../
