// The picture of a result as a PNG, made on this phone: to share, to save, or to hold a finger on.

const shown = document.getElementById("picture");
const share = document.getElementById("share-picture");
const words = document.getElementById("share-words");
const status = document.getElementById("status");

/** Drawn once, at its full size. */
function drawn() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [shown.naturalWidth, shown.naturalHeight];
  canvas.getContext("2d").drawImage(shown, 0, 0);
  return canvas;
}

function asFile(canvas) {
  return new Promise((done) => canvas.toBlob((blob) => done(new File([blob], share.download, { type: "image/png" })), "image/png"));
}

async function prepare() {
  const canvas = drawn();
  share.href = shown.src = canvas.toDataURL("image/png"); // without https there is no sharing: it is saved, or kept by a long press
  share.dataset.ready = "";
  const file = await asFile(canvas);
  if (!navigator.canShare?.({ files: [file] })) return;
  share.addEventListener("click", (event) => {
    event.preventDefault();
    navigator.share({ files: [file] }).catch(() => {}); // who turns back has not failed
  });
}

if (shown.complete && shown.naturalWidth) prepare();
else shown.addEventListener("load", prepare, { once: true });

document.getElementById("share-text").addEventListener("click", () => {
  if (navigator.share) return navigator.share({ text: words.value }).catch(() => {});
  words.select();
  document.execCommand("copy"); // the newer way asks for https
  status.textContent = words.dataset.told;
});
