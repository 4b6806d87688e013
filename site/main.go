// Command site shows searches of ply in a browser: games to play against a search, and pages that show how an algorithm
// works step by step.
//
//	site [-host HOST] [-port PORT]   serve the pages, at localhost by default
//	site build -o DIR                write the pages as files for any web server
//
// For example, go run ./site serves the pages at http://localhost:8080/. The searches run in the browser. They are
// compiled to WebAssembly by the Go toolchain, which must be installed. Nothing is loaded from other hosts.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage")

func run(ctx context.Context, args []string, log io.Writer) error {
	if len(args) > 0 && args[0] == "build" {
		return buildCommand(ctx, args[1:], log)
	}
	return serveCommand(ctx, args, log)
}

// parse parses flags and rejects other arguments.
func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(flags.Output(), "unexpected argument %q\n", flags.Arg(0))
		flags.Usage()
		return errUsage
	}
	return nil
}

func serveCommand(ctx context.Context, args []string, log io.Writer) error {
	flags := flag.NewFlagSet("site", flag.ContinueOnError)
	flags.SetOutput(log)
	flags.Usage = func() {
		fmt.Fprintln(log, "usage: site [flags]            serve the pages\n       site build -o DIR       write them as files\n\nflags:")
		flags.PrintDefaults()
	}
	host := flags.String("host", "localhost", "`host` to serve at")
	port := flags.Int("port", 8080, "`port` to serve at; 0 means any that is free")
	if err := parse(flags, args); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(*host, strconv.Itoa(*port)))
	if err != nil {
		return err
	}
	fmt.Fprintln(log, "compiling the searches to WebAssembly")
	files, err := makeSite(ctx)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	fmt.Fprintf(log, "http://%s/\n", listener.Addr())
	server := &http.Server{Handler: handler(files), ReadHeaderTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func buildCommand(ctx context.Context, args []string, log io.Writer) error {
	flags := flag.NewFlagSet("site build", flag.ContinueOnError)
	flags.SetOutput(log)
	dir := flags.String("o", "", "`directory` to write to; it is made if there is none")
	if err := parse(flags, args); err != nil {
		return err
	}
	if *dir == "" {
		fmt.Fprintln(log, "-o is missing")
		flags.Usage()
		return errUsage
	}
	files, err := makeSite(ctx)
	if err != nil {
		return err
	}
	return files.write(*dir)
}
