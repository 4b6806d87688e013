// The web worker. It starts the WebAssembly that it receives. Earlier messages wait until the program listens.
"use strict";
importScripts("wasm_exec.js");
self.onmessage = (event) => {
  const go = new Go();
  WebAssembly.instantiate(event.data, go.importObject).then(
    (instance) => go.run(instance),
    (error) => self.postMessage(JSON.stringify({ error: String(error), done: true })),
  );
};
