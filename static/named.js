// Where this phone understands the server's name it goes there before it joins: a name stays when the address changes.

const { to, picture } = document.querySelector("[data-named]").dataset;
const found = new Image();
found.onload = () => location.replace(to);
found.src = picture;
