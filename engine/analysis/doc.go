// Package analysis answers questions about positions of any game by lines of JSON, after the model of KataGo's analysis engine, and
// by HTTP. A [Server] has several players, each on a goroutine of its own, and any number of requests that wait for them. A [Client]
// asks another program that does so.
//
// # Requests
//
// A request is a JSON object, on one line of UTF-8. Only id must be there, and only on lines. Fields that are null are left out.
//
//	field     type    range                default
//	id        text    1 to 256 bytes       by HTTP: ""        names the request in its answers; no other with it may be pending
//	position  text                         the game's start   where moves begin, in the game's own form
//	moves     texts   MaxMoves (2000)      none               moves played since, in the game's notation
//	turns     numbers 0 to len(moves)      the last           which positions are searched: 0 before the first move, and so on
//	nodes     number  1 to MaxNodes        no limit           nodes of a search, as it counts them ([ply.Limits])
//	time      number  above 0 to MaxTime   1 without nodes    seconds for each position, after it has waited
//	lines     number  1 to 256             1                  the best lines, each with another first move
//	allow     texts   1 move at least      all                the only moves that are searched
//	avoid     texts                        none               moves that are not searched
//	every     number  0.01 to 86400        never              seconds between answers that are not final, if there is news
//	priority  number  -2^30 to 2^30        0                  greater ones are searched first, equal ones as they come
//
// MaxMoves, MaxNodes, MaxTime and the length of a request are set by [Options]. With nodes alone a search ends after MaxTime.
// nodes, lines, turns and priority are whole numbers. Each move of allow and avoid must be legal in each position that is searched,
// and applies to its first moves alone.
//
//	{"id":"a","moves":["4","4"],"turns":[0,2],"nodes":5000,"lines":2,"avoid":["1"]}
//
// # Answers
//
// Each position is answered once, as soon as it was searched, with final true. With every, there are answers before with final
// false.
//
//	id        text     of the request
//	turn      number   of moves that were played before
//	final     boolean  whether this is the last answer about the position
//	status    text     why the search ended: complete, solved, decided, out of nodes, out of memory, out of time, cancelled, failed;
//	                   or in progress ([ply.Status])
//	nodes     number   that were searched for this request
//	lines     objects  the best lines, best first; none if the game is over (status complete) or there was no time
//	error     text     only with status failed: why the search failed
//
// A line has
//
//	move      text     its first move
//	line      texts    this move and the best moves after it
//	value     number   of the move for the side to move: greater is better, 0 is even. If lines have visits it is a mean from -1, a
//	                   loss, to 1, a win, and a line without visits was not tried; otherwise it is on the scale of the game's outcomes
//	                   and evaluations ([engine.Line])
//	bound     text     how value bounds the true value in this search: exact, at least, at most, unknown ([ply.Bound])
//	distance  number   of plies to the end if the move is proven to win or to lose, itself included; otherwise 0
//	visits    number   of simulations that chose the move; 0 if the search has none
//	depth     number   of plies that were looked ahead; 0 if there is no limit
//
// as in
//
//	{"id":"a","turn":2,"final":true,"status":"out of nodes","nodes":5000,"lines":[{"move":"4","line":["4","3"],"value":0.21,"bound":"unknown","distance":0,"visits":2710,"depth":9}]}
//
// A worker keeps its player from position to position. So the findings of one search help the next, and the same request may later
// be answered by other numbers. Values with bound exact stay, unless the game has cycles.
//
// # Refusals
//
// A request that is not accepted is answered once, by the name of the field that is wrong and what is wrong with it. Fields that are
// unknown or given twice are refused. If the request cannot be read, id and field are null; field is null, too, if none is wrong.
//
//	{"id":"a","field":"moves","error":"[1] is \"9\": \"9\" is not a legal move"}
//	{"id":null,"field":null,"error":"the line is not JSON: invalid character 'h' looking for beginning of value"}
//
// # Terminate
//
// On lines, an action ends a request that is pending, or some turns of it. Its positions that wait are answered with status cancelled
// and no lines, those that are searched soon with status cancelled and what was found up to then. The action itself is answered by
// its own fields, also if no such request is pending.
//
//	{"id":"b","action":"terminate","terminateId":"a","turns":[2]}
//
// # Lines
//
// [Server.Serve] reads a line at a time. Blank lines are left out. At the end of the input, what is pending is answered. While
// MaxPending positions are pending it reads no further, so that a file of any length can be its input.
//
// # HTTP
//
// A request is the body of a POST, whatever its Content-Type. The answer is JSON with status 200 or, if a search failed, 500: one
// object or, if the request has turns, a list in their order. A refusal has status 400, or 413 if it is too long, 408 if it did not come
// in time, 405 for another method, and 503 with Retry-After if MaxPending positions are pending already.
//
// With every, or if the client accepts text/event-stream, the answers are server-sent events, whose data are answers as above. As
// long as none of its positions is searched, a client is told so at once and every second by an event with the name waiting and
// the number of positions before its own:
//
//	event: waiting
//	data: {"id":"a","ahead":7}
//
// A client that reads too slowly misses answers that are not final. If a client closes the connection, its request ends. [ListenAndServe]
// sets the limits of connections and keeps pages of other sites out; other servers that have a Server as their handler must do so
// themselves.
//
// KataGo's protocol (Wu 2020, docs/Analysis_Engine.md) has the same ideas with other names: analyzeTurns, maxVisits,
// reportDuringSearchEvery, moveInfos, and lists of moves by player and depth.
package analysis
