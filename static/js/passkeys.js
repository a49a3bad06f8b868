// Says that no passkey was used: allauth's scripts tell it to the console alone.

document.addEventListener("allauth.error", (event) => {
  const trouble = document.getElementById("passkey-trouble");
  if (!trouble) return;
  event.preventDefault();
  trouble.hidden = false;
});
