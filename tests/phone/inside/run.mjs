// Run the tests inside the Python of phones: node run.mjs RUNTIME STAGE REPO SITE ARGUMENTS...
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const [runtime, stage, repo, site, ...given] = process.argv.slice(2);
const { loadPyodide } = await import(path.join(path.resolve(runtime), "pyodide.mjs"));
const python = await loadPyodide({ indexURL: path.resolve(runtime) + "/", env: { HOME: "/home/phone", TZ: process.env.TZ ?? "UTC", RAPIDFUZZ_IMPLEMENTATION: "python" } });
for (const [place, root] of Object.entries({ "/stage": stage, "/repo": repo, "/site": site })) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: path.resolve(root) }, place);
}
python.globals.set("given", python.toPy(given));
const code = python.runPython(fs.readFileSync(path.join(path.dirname(fileURLToPath(import.meta.url)), "tests.py"), "utf8"));
process.exit(code);
