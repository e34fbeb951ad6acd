// Whoever comes back from a clause comes back to it, in a chapter that is open again.

function comeBack() {
  const clause = document.getElementById(location.hash.slice(1));
  const chapter = clause?.closest(".part");
  if (!chapter) return;
  chapter.open = true;
  if (history.scrollRestoration === "manual") clause.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const clause = event.target.closest?.(".part article[id] a")?.closest("article");
  if (!clause) return;
  history.scrollRestoration = "manual"; // the place is of a page on which that chapter was open
  history.replaceState(history.state, "", `#${clause.id}`);
});

comeBack();
