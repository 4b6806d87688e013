module github.com/ply-search/ply/internal/cli

go 1.26.0

require (
	github.com/cheggaaa/pb/v3 v3.3.0
	github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58
	github.com/peterbourgon/ff/v3 v3.4.0
	github.com/ply-search/ply v0.1.0
	golang.org/x/term v0.47.0
)
