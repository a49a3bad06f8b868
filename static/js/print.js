// A page that is made to be printed says so with a button.
for (const button of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-print]"))) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
// A receipt that was asked for is printed as soon as it stands there.
if (document.querySelector("[data-print-now]")) print();
