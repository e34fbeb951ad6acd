// What of a match lies on this page: its words, what asks for news, and the forms by which something is written.

import { pathOf } from "./form.js";

export const words = document.getElementById("words")?.dataset ?? {};
export const match = words.match;
export const POLLS = "#board, #bigboard, #derivation, #phones, main[hx-get]";
export const side = () => document.querySelector("main[hx-get]"); // a page beside the score
export const board = () => document.querySelector(POLLS);
export const seenNow = () => new URLSearchParams(board()?.getAttribute("hx-get")?.split("?")[1]).get("after"); // the version of the sheet on the page
export const entryForm = () => document.querySelector("form[data-draft]");
export const correction = () => document.querySelector("form.correcting"); // on the page of an entry
export const openChoice = () => document.querySelector("#live .race"); // between two versions of a deal
export const entry = () => document.querySelector("form#entry"); // may also only show what was written
export const wishForms = () => [...document.forms].filter((form) => form.method === "post" && [words.writes, words.own, words.rules].some((path) => pathOf(form).startsWith(path)));
export const sentForm = (id) => wishForms().find((form) => form.dataset.sent === id);
export const draw = () => document.body.dispatchEvent(new Event("drawn"));
export const poll = () => document.body.dispatchEvent(new Event("wake"));
export const hasPen = () => document.querySelector("details#other") !== null;
