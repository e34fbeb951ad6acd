// Requests to the server: send a form's fields, fetch a page, ask whether it is there. Only companion's own answer counts.
//
// Submissions go up by fetch and not by htmx.ajax: htmx sends nothing for an element that has left the page, while an entry
// outlives its form; its timeout is one for all requests, and polls must give up sooner; and `ask` would still be needed
// for pages and health, so that it would only come in addition.

const PATIENCE = 10000; // ms; later than that is never
const HEALTH = document.body.dataset.health; // answers whatever the page is of
const SIGN = "Companion"; // every answer of ours carries it; a portal's, a router's or a stranger's does not

export const isOurs = (xhr) => xhr.getResponseHeader(SIGN) !== null;

/** True if this phone was let in once and has been shown out. */
export const isOut = (xhr) => xhr.getResponseHeader(SIGN) === "out";

/** Name the outcome of a submission: written, known, same, refused, behind, barred or busy. */
function outcomeOf(status, entry) {
  if (status === 403 || status === 404) return "barred";
  if (status === 429 || status >= 500) return "busy";
  if (entry) return entry;
  if (status < 400) return "written";
  return status === 409 ? "behind" : "refused";
}

const said = (page) => ["#wrong", ".conflict h2", "main p"].map((place) => page.querySelector(place)).find(Boolean)?.firstChild?.textContent.trim();

/** Fetch from companion itself: [response, parsed page], or null without a network, behind a portal, or while the server restarts. */
async function ask(url, how) {
  const stop = new AbortController(); // AbortSignal.timeout is younger than some phones
  setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(url, { signal: stop.signal, ...how });
    return answer.headers.has(SIGN) ? [answer, new DOMParser().parseFromString(await answer.text(), "text/html")] : null;
  } catch {
    return null;
  }
}

/** Send fields: {outcome, why, page, url, redirected, number of the entry}, or null without an answer. */
export async function post(url, fields) {
  const found = await ask(url, { method: "POST", body: new URLSearchParams(fields), headers: { "HX-Request": "true" } });
  if (!found) return null;
  const [answer, page] = found;
  const outcome = outcomeOf(answer.status, answer.headers.get(`${SIGN}-Entry`));
  return { outcome, why: said(page) ?? "", page, url: answer.url, redirected: answer.redirected, number: answer.headers.get(`${SIGN}-Number`) };
}

/** True if companion itself answers now, and no portal in its place. */
export const isThere = async () => (await ask(HEALTH, { cache: "no-store" })) !== null;

/** Fetch a page as it is now; null if it cannot be fetched. */
export const pageAt = async (url) => (await ask(url))?.[1] ?? null;
