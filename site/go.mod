module github.com/ply-search/ply/site

go 1.26.0

require (
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.2
	github.com/ply-search/ply v0.1.0
	github.com/ply-search/ply/examples/2048 v0.1.0
	github.com/ply-search/ply/examples/breakthrough v0.1.0
	github.com/ply-search/ply/examples/connectfour v0.1.0
	github.com/ply-search/ply/examples/domineering v0.1.0
	github.com/ply-search/ply/examples/doubleletter v0.1.0
	github.com/ply-search/ply/examples/go v0.1.0
	github.com/ply-search/ply/examples/goban v0.1.0
	github.com/ply-search/ply/examples/havannah v0.1.0
	github.com/ply-search/ply/examples/loa v0.1.0
	github.com/ply-search/ply/examples/montana v0.1.0
	github.com/ply-search/ply/examples/morpion v0.1.0
	github.com/ply-search/ply/examples/othello v0.1.0
	github.com/ply-search/ply/examples/phantom v0.1.0
	github.com/ply-search/ply/examples/poker v0.1.0
	github.com/yuin/goldmark v1.8.7
)

require (
	github.com/ply-search/ply/examples/internal v0.1.0 // indirect
	github.com/ply-search/ply/internal/cli v0.1.0 // indirect
	github.com/ply-search/ply/internal/vectors v0.1.0 // indirect
)

require (
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20250725192818-e39067aee2d2 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/gobwas/ws v1.4.0 // indirect
	github.com/ply-search/ply/examples/ggp v0.1.0
	github.com/ply-search/ply/learn v0.1.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)
