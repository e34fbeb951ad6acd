// Whoever comes back from a clause comes back to it, in a chapter that is open again.

function comeBack() {
  const clause = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chapter = clause?.closest(".part");
  if (!chapter || chapter.open) return;
  chapter.open = true;
  clause.scrollIntoView();
}

document.addEventListener("click", (event) => {
  const clause = event.target.closest?.(".part article[id] a")?.closest("article");
  if (!clause) return;
  history.scrollRestoration = "manual"; // the place is of a page on which that chapter was open
  history.replaceState(history.state, "", `#${clause.id}`);
});

comeBack();
