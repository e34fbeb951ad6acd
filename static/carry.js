// What waits on one phone, as an address that another phone of the table opens, scans or is given as text.
//
// This page may be of an address that the server no longer has: the one that the computer shows now may be typed in.
//
// It all stands after the #, where no server sees it: the wish with the name under which it is written once, what its
// phone had seen when it was typed, by which it is compared wherever it is sent from, and its fields, each after a dot.

const SIGN = "#typed&";
const [ENDS, END] = ["ends", "end"]; // the first says that the last is to come: a text is easily copied without its end
const FORM = { own: "own", rules: "rules", page: "page", title: "title", text: "text" };

/** The address of the match with a wish after it. */
export function handed(home, { id, nr, at, url, fields, seen, after, what }) {
  const told = [["id", id], ["nr", nr], ["at", at], ["seen", seen], ["after", after.join(" ")], [FORM.title, what.title], [FORM.text, what.text], [FORM.page, what.page?.slice(what.home.length + 1)]];
  told.push([ENDS, "1"]);
  if (url.endsWith("/own")) told.push([FORM.own, "1"]);
  if (url.endsWith("/house-rule")) told.push([FORM.rules, "1"]);
  return home + SIGN + new URLSearchParams([...told.filter(([, value]) => value), ...fields.map(([name, value]) => [`.${name}`, value]), [END, "1"]]);
}

/** The address of the server in what was typed, with this page's port where none was; null where there is none. */
export function originOf(text) {
  const isWhole = /^https?:/i.test(text);
  try {
    const found = new URL(isWhole ? text : `${location.protocol}//${text}`);
    if (!isWhole) found.port ||= location.port;
    return found.origin;
  } catch {
    return null;
  }
}

/** The wish in a text that holds such an address somewhere; null where it holds none, {isCut} where its end is missing. `home`: this phone's match.
 *
 * An address of an older version does not say what had been seen: then it is compared with all that stands there. */
export function opened(text, home) {
  const [before, carried] = text.split(SIGN, 2);
  if (!carried) return null;
  const told = new URLSearchParams(carried.split(/\s/, 1)[0]);
  if (told.has(ENDS) && !told.has(END)) return { isCut: true };
  const fields = [...told].filter(([name]) => name.startsWith(".")).map(([name, value]) => [name.slice(1), value]);
  const [id, at] = [told.get("id") ?? "", Number(told.get("at"))];
  if (!/^[0-9a-f]{16}$/.test(id) || !(at > 0) || !fields.length) return null;
  const what = { title: told.get(FORM.title) ?? "", text: told.get(FORM.text) ?? "", deal: told.get(".kind") === "deal" && !told.has(".correct"), mend: true };
  const page = [home, told.get(FORM.page)].filter(Boolean).join("/");
  const after = (told.get("after") ?? "").split(" ").filter(Boolean);
  const nr = Number(told.get("nr")) || undefined; // several keep their order, whichever is taken in first
  return { match: before.split("/").pop(), id, nr, at, fields, seen: told.get("seen") ?? "", after, own: told.has(FORM.own), rules: told.has(FORM.rules), what, page };
}
