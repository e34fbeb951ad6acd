// The tricks of the deal, in pencil, beside who took them.

export const slotsOf = (of) => [...of.querySelectorAll("[data-winner]")];

function strokes(n) {
  const SVG = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "strokes");
  picture.setAttribute("viewBox", `0 0 ${Math.min(n, 4) * 7 + 8} 24`);
  for (let at = 0; at < n; at += 1) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", at === 4 ? "M1.5 18.5L33 5" : `M${at * 7 + 6} 2L${at * 7 + 5} 22`);
    picture.append(path);
  }
  return picture;
}

export function showTricks(of) {
  const slots = slotsOf(of);
  if (!slots.length) return;
  const left = slots.filter((slot) => slot.value === "").length;
  const none = of.querySelector("[data-no-winner]");
  if (none && left < slots.length) none.checked = false;
  for (const slot of slots) slot.classList.toggle("filled", slot.value !== "");
  for (const button of of.querySelectorAll("[data-takes]")) {
    const seat = button.closest(".seat");
    const taken = slots.filter((slot) => slot.value === button.dataset.takes).length;
    button.querySelector(".pips").replaceChildren(...(taken ? [strokes(taken)] : []));
    button.setAttribute("aria-pressed", taken > 0);
    seat.classList.toggle("touched", taken > 0);
    button.disabled = seat.querySelector(".zone :checked") !== null || of.classList.contains("sent");
  }
  const back = of.querySelector("[data-desk=untake]");
  back.hidden = false; // it keeps its place: Save does not move
  back.disabled = left === slots.length;
}
