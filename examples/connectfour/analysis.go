package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/peterbourgon/ff/v3/ffcli"

	"github.com/ply-search/ply/engine/analysis"
	"github.com/ply-search/ply/examples/connectfour/connectfour"
	"github.com/ply-search/ply/internal/cli"
)

const analysisHelp = `A request is a JSON object such as
  {"id":"a","moves":["4","4"],"time":0.5,"lines":3}
A move is a column from 1 to 7. A position, if there is one before the moves, is the columns played, a digit each.
Package engine/analysis describes all fields of requests and answers.`

// analysing holds the flags of json and serve.
type analysing struct {
	player  string
	workers int
	most    time.Duration
}

func (a *analysing) flags(flags *flag.FlagSet) {
	playerFlag(flags, &a.player)
	cli.Number(flags, &a.workers, "workers", 1, 1, cli.MaxWorkers, "`number` of positions that are searched at the same time")
	cli.Number(flags, &a.most, "max-time", time.Hour, time.Millisecond, cli.LongTime, "the most `time` that a request may ask for, for a position")
}

func (a *analysing) server() (*analysis.Server, error) {
	return analysis.New(connectfour.New, players[a.player], analysis.Options{Workers: a.workers, MaxTime: a.most})
}

func jsonCommand(std cli.Streams) *ffcli.Command {
	var a analysing
	flags := flag.NewFlagSet("connectfour json", flag.ContinueOnError)
	a.flags(flags)
	return &ffcli.Command{
		Name:       "json",
		ShortUsage: "connectfour json [flags] < requests",
		ShortHelp:  "Answer requests about positions, a line of JSON each.",
		LongHelp:   analysisHelp,
		FlagSet:    flags,
		Exec: func(ctx context.Context, _ []string) error {
			s, err := a.server()
			if err != nil {
				return err
			}
			return s.Serve(ctx, std.In, std.Out)
		},
	}
}

func serveCommand(std cli.Streams) *ffcli.Command {
	var a analysing
	var addr string
	flags := flag.NewFlagSet("connectfour serve", flag.ContinueOnError)
	a.flags(flags)
	flags.StringVar(&addr, "addr", "localhost:8080", "`address` to listen at: host:port, 0 for any port, 0.0.0.0 for all hosts")
	return &ffcli.Command{
		Name:       "serve",
		ShortUsage: "connectfour serve [flags]",
		ShortHelp:  "Answer requests about positions, by HTTP.",
		LongHelp:   "Requests are posted to /analyse, as in\n  curl -d '{\"moves\":[\"4\"]}' http://localhost:8080/analyse\n" + analysisHelp,
		FlagSet:    flags,
		Exec: func(ctx context.Context, _ []string) error {
			if _, _, err := net.SplitHostPort(addr); err != nil {
				return cli.Usagef("-addr %s: want host:port", addr)
			}
			s, err := a.server()
			if err != nil {
				return err
			}
			mux := http.NewServeMux()
			mux.Handle("/analyse", s)
			return analysis.ListenAndServe(ctx, addr, mux, func(at net.Addr) {
				_, _ = fmt.Fprintf(std.Out, "http://%v/analyse\n", at) // a failure ends ctx
			})
		},
	}
}
