module github.com/ply-search/ply/examples/havannah

go 1.26.0

require (
	github.com/peterbourgon/ff/v3 v3.4.0
	github.com/ply-search/ply v0.0.0
	github.com/ply-search/ply/examples/gtp v0.0.0-00010101000000-000000000000
	github.com/ply-search/ply/examples/internal v0.0.0-00010101000000-000000000000
	pgregory.net/rapid v1.3.0
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/schollz/progressbar/v3 v3.19.1 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
)

replace (
	github.com/ply-search/ply => ../..
	github.com/ply-search/ply/examples/gtp => ../gtp
	github.com/ply-search/ply/examples/internal => ../internal
)
