// Locks the desk with one key.

const KEY = "F2";

document.addEventListener("keydown", (event) => {
  // The script runs in the head, before there is a form.
  const form = document.getElementById("desk-lock");
  if (event.key !== KEY || event.repeat || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  form.requestSubmit();
});
