// House rules: a number typed beside a choice chooses it, and a choice empties the number beside it.

const beside = (field, from, to) => (field.name?.endsWith(from) ? field.form?.elements[field.name.slice(0, -from.length) + to] : null);

document.addEventListener("input", (event) => {
  const choice = beside(event.target, "_number]", "]");
  const free = [...(choice?.options ?? [])].filter((option) => option.value.startsWith("#"));
  if (event.target.value && free.length === 1) choice.value = free[0].value;
});

document.addEventListener("change", (event) => {
  const number = event.target.tagName === "SELECT" && beside(event.target, "]", "_number]");
  if (number && !event.target.value.startsWith("#")) number.value = "";
});
