// Package analysis analyses positions of any game on request. Requests and answers are JSON: lines of JSON as in
// KataGo's analysis engine, or bodies of HTTP requests.
//
//	server, err := analysis.New(newGame, newPlayer, analysis.Options{})
//	if err != nil {
//		return err
//	}
//	return server.Serve(ctx, os.Stdin, os.Stdout)
//
// A [Server] searches with several workers, each with its own player; further requests wait in a queue. A [Client]
// controls another program that uses the protocol.
//
// # Requests
//
// A request is a JSON object on one line of UTF-8. All fields are optional, except that [Server.Serve] requires id. A
// field with the value null counts as absent.
//
//	field     type    range                default
//	id        text    1 to 256 bytes       "" by HTTP         identifies the answers; must differ from all pending ids
//	position  text                         the game's start   the start of moves, in the notation of the game
//	moves     texts   up to MaxMoves       none               moves played from position, in the game's notation
//	turns     numbers 0 to len(moves)      the last one       the positions to search: 0 is before the first move, 1 after it
//	nodes     number  1 to MaxNodes        MaxNodes           nodes for each position, as the search counts them
//	time      number  above 0 to MaxTime   1, or MaxTime      seconds for each position, without its time in the queue;
//	                                       with nodes         the default is 1 if nodes is absent, and otherwise MaxTime
//	lines     number  1 to 256             1                  the number of lines, each with a different first move
//	allow     texts   at least one move    all moves          search only these moves
//	avoid     texts                        none               do not search these moves
//	every     number  0.01 to 86400        never              seconds between partial answers, if there are new results
//	priority  number  -2^30 to 2^30        0                  requests of greater priority are searched first, requests of
//	                                                          equal priority in order of arrival
//
// [Options] set MaxMoves, MaxNodes, MaxTime and the greatest length of a request. nodes, lines, turns and priority are
// whole numbers. The moves of allow and avoid must be legal in every position of turns. They restrict only the first
// move of a line.
//
//	{"id":"a","moves":["4","4"],"turns":[0,2],"nodes":5000,"lines":2,"avoid":["1"]}
//
// # Answers
//
// Each position receives one final answer, when its search ends. If the request has the field every, partial answers
// precede the final answer; their field final is false.
//
//	id        text     the id of the request
//	turn      number   the element of turns: the number of moves played before the position
//	final     boolean  whether the search has ended
//	status    text     why the search ended: complete, solved, decided, out of nodes, out of memory, out of time, cancelled, failed;
//	                   or in progress ([ply.Status])
//	nodes     number   the nodes of this search
//	lines     objects  best first; none if the game is over (status complete) or the search ended before it began
//	error     text     the reason, with status failed only
//
// A line has the fields
//
//	move      text     the first move of the line
//	line      texts    this move and the best continuation
//	value     number   the value for the side to move; 0 is even. If any line has visits, values are means from -1 (loss) to 1
//	                   (win), and a line without visits was not tried. Otherwise values have the units of the game's outcomes
//	                   and evaluations ([engine.Line]).
//	bound     text     relation of value to the true value: exact, at least, at most, unknown ([ply.Bound])
//	distance  number   plies to the end, including this move, if the move is proven to win or lose; otherwise 0
//	visits    number   simulations that chose the move; 0 in searches without simulations
//	depth     number   depth of the search in plies; 0 if unlimited
//
// For example:
//
//	{"id":"a","turn":2,"final":true,"status":"out of nodes","nodes":5000,"lines":[{"move":"4","line":["4","3"],"value":0.21,"bound":"unknown","distance":0,"visits":2710,"depth":9}]}
//
// A worker keeps its player as long as the field position of its requests is the same. The tree or table of a search
// then helps the next search: visits include earlier searches, and the same request may receive different numbers the
// second time. For another value of position, the worker makes a new player. Clients that follow a game should
// therefore send moves.
//
// # Refusals
//
// A rejected request receives one refusal, which contains the wrong field and the reason. Unknown fields and repeated
// fields are rejected. If the request cannot be read, id and field are null. If no single field is wrong, field is
// null.
//
//	{"id":"a","field":"moves","error":"[1] is \"9\": \"9\" is not a legal move"}
//	{"id":null,"field":null,"error":"the line is not JSON: invalid character 'h' looking for beginning of value"}
//
// # Terminate
//
// A request with the action terminate ends the pending request whose id is terminateId. If the action has the field
// turns, only these turns of the pending request end. Positions of that request that wait in the queue are answered at
// once, with status cancelled and no lines. Searches in progress stop soon, and their answers have status cancelled and
// the lines found so far. Only [Server.Serve] accepts the action, not HTTP. The answer to the action repeats the fields
// of the action. This answer is sent even if no request with the id terminateId is pending.
//
//	{"id":"b","action":"terminate","terminateId":"a","turns":[2]}
//
// # Lines
//
// [Server.Serve] reads one request per line and skips blank lines. At the end of the input Serve answers all pending
// requests. Serve stops reading while [Options].MaxPending positions are pending. The input can therefore be a file of
// any length, but a terminate action that has not been read has no effect.
//
// # HTTP
//
// A request is the body of a POST with any Content-Type. The body of the response is the final answer: one object or,
// if the request has turns, a list in their order. The status of the response is
//
//	200  if the searches have ended without an error
//	400  if the request is refused
//	405  if the method is not POST
//	408  if the body takes more than 10 seconds
//	413  if the body is too long
//	500  if a search has failed
//	503  with Retry-After, if MaxPending positions are pending
//
// If the request has the field every, or the client accepts text/event-stream, the response is a stream of server-sent
// events, each with an answer. While all positions of the request wait in the queue, events named waiting report the
// number of positions ahead of them, at once and then every second:
//
//	event: waiting
//	data: {"id":"a","ahead":7}
//
// A client that reads slowly misses partial answers. A request ends when its client closes the connection.
// [ListenAndServe] sets timeouts, and refuses requests from web pages of other sites. A program that uses the Server in
// another [http.Server] must itself set timeouts and refuse such requests.
//
// # Source
//
// The protocol follows the analysis engine of KataGo (Wu, docs/Analysis_Engine.md): asynchronous requests by line,
// several turns of a game in one request, priorities, partial reports, allowed and avoided moves, and terminate.
package analysis
