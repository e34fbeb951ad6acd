// A phone that is forgotten keeps nothing itself: no draft, no entry that waits, no setting.

document.querySelector("#forget").addEventListener("submit", () => localStorage.clear());
