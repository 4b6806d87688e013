//go:build js && wasm

// Command worker is the part of the page that searches: it runs in a web worker, compiled to WebAssembly, so that the
// page itself is never busy. It gets requests as JSON and answers with JSON. One request is worked on at a time; the
// next one ends a search that is going on.
package main
