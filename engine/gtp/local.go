package gtp

import "io"

// Local returns a client of an engine in this process. serve reads commands from in and writes replies to out, as
// [Server.Serve] does. serve must return at the end of in.
func Local(serve func(in io.Reader, out io.Writer) error) *Client {
	commands, to := io.Pipe()
	from, replies := io.Pipe()
	go func() { replies.CloseWithError(serve(commands, replies)) }()
	return NewClient(from, to)
}
