// The one way by which anything is written: a form's fields go up, and only an answer of companion's own counts as one.

export const PATIENCE = 10000; // ms; later than that is never
const HEALTH = document.body.dataset.health; // answers whatever the page is of
const SIGN = "Companion"; // every answer of ours carries it; a portal's, a router's or a stranger's does not

export const isOurs = (xhr) => xhr.status !== 0 && xhr.getResponseHeader(SIGN) !== null;

/** Whether it says that this phone, once let in, is so no longer. */
export const isOut = (xhr) => xhr.getResponseHeader(SIGN) === "out";

/** What an answer says about the wish: written, known, same, refused, behind, barred or busy. */
export function outcomeOf(status, entry) {
  if (status === 403 || status === 404) return "barred";
  if (status === 429 || status >= 500) return "busy";
  if (entry) return entry;
  if (status < 400) return "written";
  return status === 409 ? "behind" : "refused";
}

const said = (page) => ["#wrong", ".race h2", "main p"].map((place) => page.querySelector(place)).find(Boolean)?.firstChild?.textContent.trim();

/** Send fields to an address of ours: {outcome, why, page, url, redirected}, or null without an answer. */
export async function post(url, fields) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "HX-Request": "true" },
      signal: stop.signal,
    });
    if (!answer.headers.has(SIGN)) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const outcome = outcomeOf(answer.status, answer.headers.get(`${SIGN}-Entry`));
    return { outcome, why: said(page) ?? "", page, url: answer.url, redirected: answer.redirected };
  } catch {
    return null; // no network, or the server is just starting again
  } finally {
    clearTimeout(timer);
  }
}

/** Whether companion itself answers now, and no portal in its place. */
export async function isThere() {
  try {
    const answer = await fetch(HEALTH, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.headers.has(SIGN);
  } catch {
    return false;
  }
}

/** A page of ours as it is now, or null where it cannot be fetched. */
export async function pageAt(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.headers.has(SIGN) ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}
