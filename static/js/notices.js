// The devices on the page of notices: switching this browser on.

import { possible, subscription, switchOn } from "./devices.js";
import { element } from "./element.js";

const off = element("#device-off");
const message = element("#device-said");

async function show() {
  const denied = possible() && Notification.permission === "denied";
  const taken = possible() && (await subscription());
  element("#device-impossible").hidden = possible() && !denied;
  off.hidden = !possible() || denied || Boolean(taken && document.querySelector(".device-list [data-here]"));
}

element("#device-on").addEventListener("click", async () => {
  const answer = await switchOn().catch(() => null);
  if (answer?.ok) {
    location.reload();
    return;
  }
  if (answer) message.textContent = (await answer.json()).message ?? "";
  else element("#device-impossible").hidden = false;
});

show();
