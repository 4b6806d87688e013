// The web worker: it starts the WebAssembly that it is sent. Messages that come before the program listens wait.
"use strict";
importScripts("wasm_exec.js");
self.onmessage = (event) => {
  const go = new Go();
  WebAssembly.instantiate(event.data, go.importObject).then(
    (instance) => go.run(instance),
    (error) => self.postMessage(JSON.stringify({ error: String(error), done: true })),
  );
};
