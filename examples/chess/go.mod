module github.com/ply-search/ply/examples/chess

go 1.26.0

require (
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b
	github.com/ply-search/ply v0.1.0
	github.com/ply-search/ply/examples/internal v0.1.0
)

require (
	github.com/VividCortex/ewma v1.2.0 // indirect
	github.com/cheggaaa/pb/v3 v3.3.0 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/fatih/color v1.19.0 // indirect
	github.com/klauspost/compress v1.20.4 // indirect
	github.com/mattn/go-colorable v0.1.16 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/mattn/go-runewidth v0.0.31 // indirect
	github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58 // indirect
	github.com/peterbourgon/ff/v3 v3.4.0 // indirect
	github.com/ply-search/ply/engine/analysis v0.1.0 // indirect
	github.com/ply-search/ply/internal/vectors v0.1.0 // indirect
	golang.org/x/exp v0.0.0-20261113113407-e3970619a1a4 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/term v0.47.0 // indirect
	golang.org/x/tools v0.52.1-0.20261106145633-d407941a339a // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/ply-search/ply/engine/command v0.1.0
	github.com/ply-search/ply/examples/chess/chess v0.1.0
	github.com/ply-search/ply/examples/endings v0.1.0
	github.com/ply-search/ply/internal/cli v0.1.0
	github.com/ply-search/ply/learn v0.1.0
	github.com/ply-search/ply/tablebase v0.1.0
)
