// The app's files, and the folder of the matches: a folder in memory whose files are written through to the disk.

const NO_SPACE = 51; // ENOSPC
const PATIENCE = 15000; // ms: a page that is being left, or has slept, holds its files for a while
const AGAIN = 100; // ms

/** Lay the files of a bundle into memory without copying them. */
export function lay(FS, bundle, root) {
  const length = new DataView(bundle.buffer, bundle.byteOffset).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(bundle.subarray(4, 4 + length)));
  const folders = new Map();
  const folder = (path) => {
    if (!folders.has(path)) {
      FS.mkdirTree(path);
      folders.set(path, FS.lookupPath(path).node);
    }
    return folders.get(path);
  };
  let at = 4 + length;
  for (const [name, size] of index) {
    const path = `${root}/${name}`;
    const cut = path.lastIndexOf("/");
    const node = FS.filesystems.MEMFS.createNode(folder(path.slice(0, cut)), path.slice(cut + 1), 0o100444, 0);
    node.contents = bundle.subarray(at, at + size);
    node.usedBytes = size;
    at += size;
  }
}

/** Open files of the phone's own storage, which one worker at a time may hold. */
export async function open(folder, names) {
  const handles = new Map();
  for (const name of names) {
    const file = await folder.getFileHandle(name, { create: true });
    for (const until = performance.now() + PATIENCE; ; await new Promise((done) => setTimeout(done, AGAIN))) {
      try {
        handles.set(name, await file.createSyncAccessHandle());
        break;
      } catch (error) {
        if (error.name === "NotSupportedError" || performance.now() > until) throw error;
      }
    }
  }
  return handles;
}

/**
 * The folder of the matches. What SQLite writes goes to the disk first, and into memory only where the disk took it; one
 * file is flushed before another is written, so that after a power cut none knows of what another has lost.
 */
export class Folder {
  #handles;
  #dirty = null;

  constructor(handles) {
    this.#handles = handles;
  }

  /** Let all that was written be on the disk; an answer may leave only then. */
  flush() {
    this.#dirty?.flush();
    this.#dirty = null;
  }

  close() {
    for (const handle of this.#handles.values()) handle.close();
  }

  #change(handle, change) {
    if (this.#dirty !== handle) this.flush();
    this.#dirty = handle;
    return change();
  }

  #write(handle, bytes, at) {
    this.#change(handle, () => {
      if (handle.write(bytes, { at }) !== bytes.length) throw new Error("cut off");
    });
  }

  /** Write a file's changes through to its handle. */
  #through(FS, node, handle) {
    if (node.handle) return node;
    const { stream_ops, node_ops } = node;
    const attempt = (change) => {
      try {
        return change();
      } catch {
        throw new FS.ErrnoError(NO_SPACE);
      }
    };
    node.handle = handle;
    node.stream_ops = {
      ...stream_ops,
      write: (stream, buffer, offset, length, position) => {
        attempt(() => this.#write(handle, new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length), position));
        return stream_ops.write(stream, buffer, offset, length, position, false);
      },
    };
    node.node_ops = {
      ...node_ops,
      setattr: (one, attributes) => {
        if (attributes.size !== undefined) attempt(() => this.#change(handle, () => handle.truncate(attributes.size)));
        node_ops.setattr(one, attributes);
      },
    };
    return node;
  }

  /** Mount the folder, with what lies on the disk. */
  mount(FS, place) {
    const memory = FS.filesystems.MEMFS;
    const own = (node, name) =>
      this.#handles.has(name) && FS.isFile(node.mode) ? this.#through(FS, node, this.#handles.get(name)) : node;
    const empty = (name) => {
      const handle = this.#handles.get(name);
      if (handle) this.#change(handle, () => handle.truncate(0));
    };
    const type = {
      mount: (mount) => {
        const root = memory.mount(mount);
        const ops = root.node_ops;
        root.node_ops = {
          ...ops,
          mknod: (parent, name, mode, device) => own(ops.mknod(parent, name, mode, device), name),
          unlink: (parent, name) => {
            empty(name);
            ops.unlink(parent, name);
          },
          rename: (node, parent, name) => {
            ops.rename(node, parent, name);
            const handle = this.#handles.get(name);
            if (!handle) return;
            empty(name);
            this.#write(handle, node.contents.slice(0, node.usedBytes), 0);
            this.flush();
            own(node, name);
          },
        };
        return root;
      },
    };
    FS.mkdirTree(place);
    FS.mount(type, {}, place);
    for (const [name, handle] of this.#handles) {
      const size = handle.getSize();
      if (!size) continue;
      const content = new Uint8Array(size);
      handle.read(content, { at: 0 });
      const node = memory.createNode(FS.lookupPath(place).node, name, 0o100600, 0);
      Object.assign(node, { contents: content, usedBytes: size });
      own(node, name);
    }
  }
}
