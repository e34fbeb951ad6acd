// Requests to the server, sent by htmx: send fields, fetch a page, check that it answers. Only companion's own answer counts.

const PATIENCE = 10000; // ms until a request counts as failed
const HEALTH = document.body.dataset.health; // the address of the health check
const SIGN = "Companion"; // a header of every response of this server; those of captive portals and routers lack it

export const isOurs = (xhr) => xhr.getResponseHeader(SIGN) !== null;

/** True if this phone had access and has lost it. */
export const isOut = (xhr) => xhr.getResponseHeader(SIGN) === "out";

/** Name the outcome of a submission: written, known, same, refused, behind, barred or busy. */
function outcomeOf(status, entry) {
  if (status === 403 || status === 404) return "barred";
  if (status === 429 || status >= 500) return "busy";
  if (entry) return entry;
  if (status < 400) return "written";
  return status === 409 ? "behind" : "refused";
}

const said = (page) =>
  ["#wrong", ".conflict h2", "main p"]
    .map((place) => page.querySelector(place))
    .find(Boolean)
    ?.firstChild?.textContent.trim();

/**
 * Send a request: [request, parsed page], or null without a network, behind a portal, or while the server restarts. htmx does not
 * swap the answer, because what it replaces depends on its outcome and on what was typed meanwhile (redraw.js).
 */
async function ask(verb, url, values) {
  // an element of its own, which stays in the page until the response comes
  const source = document.head.appendChild(document.createElement("meta"));
  source.setAttribute("hx-request", `"timeout": ${PATIENCE}`);
  let answer = null;
  const take = (_, { xhr }) =>
    (answer = isOurs(xhr) ? [xhr, new DOMParser().parseFromString(xhr.responseText, "text/html")] : null);
  await htmx.ajax(verb, url, { source, values, handler: take }).catch(() => {});
  source.remove();
  return answer;
}

/** Send fields: {outcome, why, page, url, redirected, number of the entry}, or null without an answer. */
export async function post(path, fields) {
  const values = new FormData();
  for (const [name, value] of fields) values.append(name, value);
  const found = await ask("POST", path, values);
  if (!found) return null;
  const [xhr, page] = found;
  const outcome = outcomeOf(xhr.status, xhr.getResponseHeader(`${SIGN}-Entry`));
  const url = xhr.responseURL;
  return {
    outcome,
    why: said(page) ?? "",
    page,
    url,
    redirected: url !== new URL(path, location).href,
    number: xhr.getResponseHeader(`${SIGN}-Number`),
  };
}

/** True if companion itself answers now, not a captive portal. */
export const isThere = async () => (await ask("GET", HEALTH)) !== null;

/** Fetch a page; null if it cannot be fetched. */
export const pageAt = async (url) => (await ask("GET", url))?.[1] ?? null;
