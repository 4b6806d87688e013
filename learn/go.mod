module github.com/ply-search/ply/learn

go 1.26.0

require (
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/ply-search/ply v0.1.0
	gonum.org/v1/gonum v0.17.0
)

require golang.org/x/sys v0.50.0 // indirect

require (
	github.com/ply-search/ply/internal/vectors v0.1.0
	golang.org/x/tools v0.30.0 // indirect
)
