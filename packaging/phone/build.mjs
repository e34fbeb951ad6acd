// Run compile.py in the Python of phones, so that the bytecode is for it: node build.mjs RUNTIME STAGE HERE
import fs from "node:fs";
import path from "node:path";

const [runtime, stage, here] = process.argv.slice(2).map((one) => path.resolve(one));
const { loadPyodide } = await import(path.join(runtime, "pyodide.mjs"));
// Without the columns of tracebacks the bytecode is a quarter smaller; their lines stay.
const python = await loadPyodide({ indexURL: runtime + "/", env: { HOME: "/home/phone", TZ: "UTC", PYTHONNODEBUGRANGES: "1" } });
for (const [place, root] of Object.entries({ "/stage": stage, "/runtime": runtime })) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
try {
  python.runPython(fs.readFileSync(path.join(here, "compile.py"), "utf8"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
