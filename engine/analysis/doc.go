// Package analysis answers questions about positions of any game by lines of JSON, after the model of KataGo's analysis engine, and
// by HTTP. A [Server] searches with several workers, each with its own player, while other requests wait in a queue. A [Client] asks
// another program that speaks the protocol.
//
// # Requests
//
// A request is a JSON object, on one line of UTF-8. All fields are optional, except id on lines. A field that is null counts as left
// out.
//
//	field     type    range                default
//	id        text    1 to 256 bytes       "" by HTTP         names the request in its answers; must differ from all that are pending
//	position  text                         the game's start   where moves begin, in the game's own form
//	moves     texts   up to MaxMoves       none               moves played from there, in the game's notation
//	turns     numbers 0 to len(moves)      the last one       the positions to search: 0 is before the first move, 1 after it
//	nodes     number  1 to MaxNodes        MaxNodes           nodes for each position, as the search counts them
//	time      number  above 0 to MaxTime   1, or MaxTime      seconds for each position, not counting the wait; 1 if nodes is
//	                                       with nodes         left out, too
//	lines     number  1 to 256             1                  the number of lines wanted, each with another first move
//	allow     texts   at least one move    all moves          search only these moves
//	avoid     texts                        none               do not search these moves
//	every     number  0.01 to 86400        never              seconds between partial answers, if there is news
//	priority  number  -2^30 to 2^30        0                  greater priorities are searched first, equal ones in order of arrival
//
// [Options] have MaxMoves, MaxNodes, MaxTime and the greatest length of a request. nodes, lines, turns and priority are whole
// numbers. The moves of allow and avoid must be legal in every position of turns; they restrict the first move of a line alone.
//
//	{"id":"a","moves":["4","4"],"turns":[0,2],"nodes":5000,"lines":2,"avoid":["1"]}
//
// # Answers
//
// Each position gets one final answer, as soon as its search has ended. With every, it gets partial answers before, whose final is
// false.
//
//	id        text     the request
//	turn      number   the position
//	final     boolean  whether the search has ended
//	status    text     why the search ended: complete, solved, decided, out of nodes, out of memory, out of time, cancelled, failed;
//	                   or in progress ([ply.Status])
//	nodes     number   the nodes of this search
//	lines     objects  the best lines, best first; none if the game is over (status complete) or the search was ended before it began
//	error     text     only with status failed: the reason
//
// A line has
//
//	move      text     its first move
//	line      texts    this move and the best moves after it
//	value     number   the value of the move for the side to move: greater is better, 0 is even. If any line has visits, values are
//	                   means from -1 (loss) to 1 (win), and a line without visits was not tried. Otherwise values have the units of
//	                   the game's outcomes and evaluations ([engine.Line]).
//	bound     text     how value bounds the true value in this search: exact, at least, at most, unknown ([ply.Bound])
//	distance  number   plies to the end of the game, this move included, if the move is proven to win or to lose; otherwise 0
//	visits    number   simulations that chose the move; 0 in searches without simulations
//	depth     number   plies that the search looked ahead; 0 if it is not limited
//
// as in
//
//	{"id":"a","turn":2,"final":true,"status":"out of nodes","nodes":5000,"lines":[{"move":"4","line":["4","3"],"value":0.21,"bound":"unknown","distance":0,"visits":2710,"depth":9}]}
//
// A worker keeps its player from search to search, as long as position stays the same. So the tree or the table of one search helps
// the next: visits count earlier searches too, and a request that is repeated may get other numbers. Another position costs a new
// player; clients that follow a game should send moves.
//
// # Refusals
//
// A request that is not accepted gets one refusal, which names the wrong field and the fault. Fields that are unknown or given twice
// are wrong. If the request cannot be read, id and field are null. field is also null if no field is at fault.
//
//	{"id":"a","field":"moves","error":"[1] is \"9\": \"9\" is not a legal move"}
//	{"id":null,"field":null,"error":"the line is not JSON: invalid character 'h' looking for beginning of value"}
//
// # Terminate
//
// On lines, the action terminate ends a pending request, or some turns of it. Positions in the queue are answered at once, with status
// cancelled and no lines. Searches end soon, with status cancelled and the lines found so far. The answer to the action repeats its
// fields, whether or not there is such a request.
//
//	{"id":"b","action":"terminate","terminateId":"a","turns":[2]}
//
// # Lines
//
// [Server.Serve] reads one request a line and skips blank lines. At the end of the input it answers all pending requests. It stops
// reading while MaxPending positions are pending, so its input can be a file of any length; a terminate behind that has to wait.
//
// # HTTP
//
// A request is the body of a POST with any Content-Type. The final answer is the body of the response: one object or, if the request
// has turns, a list in their order. Its status is 200, or 500 if a search failed. A refusal has status 400; 405 if the method is
// not POST; 408 if the body takes more than 10 seconds to arrive; 413 if it is too long; 503 with Retry-After if MaxPending positions
// are pending.
//
// If the request has every, or the client accepts text/event-stream, the response is a stream of server-sent events, each with an answer as
// data. While all positions of the request wait, an event named waiting tells the number of positions ahead of them, at once and
// then every second:
//
//	event: waiting
//	data: {"id":"a","ahead":7}
//
// A client that reads slowly misses partial answers. A request ends when its client closes the connection. [ListenAndServe] sets
// timeouts and refuses requests that a web page of another site makes; a Server in another [http.Server] relies on that one for both.
//
// # Source
//
// The protocol follows the analysis engine of KataGo (Wu, docs/Analysis_Engine.md): asynchronous requests by line, several turns of a
// game in one request, priorities, partial reports, allowed and avoided moves, and terminate.
package analysis
