// The web worker, which processes one request at a time.
const assets = new URL(".", import.meta.url);
let compiled; // the promise of a WebAssembly.Module, which all workers of the page share

async function load() {
  const response = await fetch(new URL("ply.wasm.z", assets));
  if (!response.ok) throw new Error(`ply.wasm.z: ${response.status}`);
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(unpacked, { headers: { "Content-Type": "application/wasm" } }));
}

export class Engine {
  #worker = null;
  #ready = null;
  #last = 0;
  #listeners = new Map(); // by the number of the request

  // start loads the program before the first request.
  start() {
    if (this.#ready) return this.#ready;
    compiled ??= load();
    this.#ready = compiled.then((module) => new Promise((resolve, reject) => {
      this.#worker = new Worker(new URL("worker.js", assets));
      this.#worker.onerror = (event) => reject(new Error(event.message || "the worker does not start"));
      this.#worker.onmessage = (event) => {
        const answer = JSON.parse(event.data);
        if (answer.ready) return resolve();
        const listener = this.#listeners.get(answer.id);
        if (!listener) return answer.error && reject(new Error(answer.error));
        if (answer.done) this.#listeners.delete(answer.id);
        listener(answer);
      };
      this.#worker.postMessage(module);
    }));
    return this.#ready;
  }

  // ask sends a request, which cancels a running search. The promise resolves to the last answer; report gets the earlier ones.
  // file is an ArrayBuffer for requests that need a file.
  async ask(request, report = () => {}, file = null) {
    const id = ++this.#last;
    await this.start();
    return new Promise((resolve) => {
      this.#listeners.set(id, (answer) => (answer.done ? resolve(answer) : report(answer)));
      const text = JSON.stringify({ ...request, id });
      this.#worker.postMessage(file ? [text, file] : text);
    });
  }

  // stop terminates the worker. The next request starts another one.
  stop() {
    this.#worker?.terminate();
    this.#worker = this.#ready = null;
    this.#listeners.clear();
  }
}
