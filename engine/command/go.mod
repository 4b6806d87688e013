module github.com/ply-search/ply/engine/command

go 1.26.0

require (
	github.com/peterbourgon/ff/v3 v3.4.0
	github.com/ply-search/ply v0.1.0
	github.com/ply-search/ply/internal/cli v0.1.0
)
