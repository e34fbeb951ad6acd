// The memory of the app as it was before it knew whose phone it is on: a file of the phone's own storage, of one version.

const WORD = 4; // bytes
const [BEGINS, SIZE] = [1, 3]; // words of a snapshot's head: where the memory begins in it, and how large that was
const VERSION = 16; // bytes for the version, after the mark
const START = WORD + VERSION; // of the snapshot itself
const WHOLE = 1; // the mark; higher by one for each try to restore it that has not been seen to succeed
const TRIES = 2; // restores that may fail before the phone starts without
const PIECE = 1 << 20; // bytes written at once: requests come between them

/** Free the memory of a buffer by sending it nowhere, because the little garbage made here is not collected soon. */
function giveBack(buffer) {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}

export class Snapshot {
  #file;
  #version;

  /** A file that this worker holds, and the version that it has to be of. */
  constructor(file, version) {
    this.#file = file;
    this.#version = new TextEncoder().encode(version.padEnd(VERSION)).subarray(0, VERSION);
  }

  #mark(number) {
    this.#file.write(new Uint32Array([number]), { at: 0 });
    this.#file.flush();
  }

  #read(length, at) {
    const bytes = new Uint8Array(length);
    this.#file.read(bytes, { at });
    return bytes;
  }

  #words = (length, at) => new Uint32Array(this.#read(length * WORD, at).buffer);

  /** Return what restores it, for loadPyodide, whose memory is filled from the file; null without one that may be tried. */
  tried() {
    const [mark] = this.#words(1, 0);
    const isOurs = this.#read(VERSION, WORD).every((byte, n) => byte === this.#version[n]);
    if (!isOurs || mark < WHOLE || mark >= WHOLE + TRIES) return null;
    this.#mark(mark + 1);
    const begins = this.#words(BEGINS + 1, START)[BEGINS];
    const memory = START + begins;
    const length = this.#file.getSize() - memory;
    return {
      _loadSnapshot: this.#read(begins, START),
      _fill: (heap) => this.#file.read(heap.subarray(0, length), { at: memory }),
    };
  }

  succeeded() {
    this.#mark(WHOLE);
    this.close();
  }

  /** Keep what Pyodide made, without the end that was never written, and give its memory back. */
  async keep(made) {
    const words = new Uint32Array(made.buffer);
    words[SIZE] = made.length - words[BEGINS];
    let end = words.length;
    while (!words[end - 1]) end -= 1;
    try {
      this.#mark(0); // the earlier one is written over: emptied first, browsers would count both
      for (let at = 0; at < end * WORD; at += PIECE) {
        this.#file.write(made.subarray(at, Math.min(at + PIECE, end * WORD)), { at: START + at });
        await new Promise((done) => setTimeout(done));
      }
      this.#file.truncate(START + end * WORD);
      this.#file.write(this.#version, { at: WORD });
      this.#file.flush();
      this.succeeded();
    } finally {
      giveBack(made.buffer);
    }
  }

  close() {
    this.#file.close();
  }
}
