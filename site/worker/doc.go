//go:build js && wasm

// Command worker runs searches in a web worker, compiled to WebAssembly, which leaves the page responsive. Requests and
// answers are JSON:
//
//	{"id":1,"do":"open","game":"connectfour"}
//	{"id":2,"do":"think","time":1000}
//
// One request is processed at a time. The next one cancels a running search.
package main
