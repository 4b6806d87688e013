//go:build js && wasm

// Command worker runs searches in a web worker of a browser, compiled to WebAssembly. The page remains responsive
// during a search. Requests and answers are JSON:
//
//	{"id":1,"do":"open","game":"connectfour"}
//	{"id":2,"do":"think","time":1000}
//
// Requests are processed one at a time. A new request cancels a running search.
package main
