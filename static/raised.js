// What the deal itself brings up: once the server says who has got a choice by what was typed, only those are asked, in
// sight. Without its word, off the line or without scripts, the question stands folded away for everybody.

document.addEventListener("htmx:oobAfterSwap", ({ detail: { target } }) => {
  if (target.id !== "raised") return;
  const raised = JSON.parse(document.getElementById("raised").value);
  for (const question of document.querySelectorAll("#entry [data-raised]")) ask(question, raised[question.dataset.raised] ?? []);
});

function ask(question, players) {
  const was = question.classList.contains("brought-up");
  question.classList.toggle("brought-up", players.length > 0);
  if (players.length) question.open = true;
  else if (was) question.open = false;
  for (const choice of question.querySelectorAll("[data-raises]")) {
    choice.hidden = players.length > 0 && !players.includes(choice.dataset.raises);
    const box = choice.querySelector("input");
    if (!was || !box.checked || players.includes(box.value)) continue;
    box.checked = false; // the tricks that gave the choice are others now
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
