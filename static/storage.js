// The one place where this browser keeps something. What it refuses (storage may be forbidden, or full) is kept as long as
// the page is open.

function storage(name) {
  const here = new Map(); // what was refused
  const ask = (deed) => {
    try {
      return deed(window[name]); // where it is forbidden already the name throws
    } catch {
      return null;
    }
  };
  return {
    /** Whether something goes with this page. */
    isShort: () => here.size > 0,
    get: (key) => here.get(key) ?? ask((place) => place.getItem(key)),
    set(key, text) {
      const isKept = ask((place) => place.setItem(key, text) ?? true);
      if (isKept) here.delete(key);
      else here.set(key, text);
    },
    remove(key) {
      here.delete(key);
      ask((place) => place.removeItem(key));
    },
    keys: () => [...new Set([...here.keys(), ...(ask((place) => Object.keys(place)) ?? [])])],
    clear() {
      here.clear();
      ask((place) => place.clear());
    },
  };
}

export const phoneKept = storage("localStorage");
export const tabKept = storage("sessionStorage");
