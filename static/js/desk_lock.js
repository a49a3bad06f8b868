// Locks the desk with one key.

const KEY = "F2";
const form = document.getElementById("desk-lock");

document.addEventListener("keydown", (event) => {
  if (event.key !== KEY || event.repeat || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  form.requestSubmit();
});
