module github.com/ply-search/ply/tablebase

go 1.26.0

require (
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/klauspost/compress v1.20.4
	github.com/ply-search/ply v0.1.0
	golang.org/x/exp v0.0.0-20261113113407-e3970619a1a4
)
