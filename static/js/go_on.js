// Sends the form that has waited for a password; without scripts its button does.

const form = document.getElementById("go-on");
if (form instanceof HTMLFormElement) form.submit();
