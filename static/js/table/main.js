// The page of one live table.

import { element } from "../element.js";
import { myTurn } from "./state/mine.js";
import { settingsStore } from "./state/settings.js";
import { tablesSocket } from "./state/socket.js";
import { openTable } from "./table.js";
import { dictionary, speaker } from "./view/words.js";

const root = element(".live-table");
const voice = speaker(dictionary("table-words"), document.documentElement.lang);
const title = document.title;

const table = openTable({
  root,
  voice,
  settings: settingsStore(root.dataset.user),
  line: tablesSocket().lineTo(root.dataset.at ?? ""),
  onDrawn(state) {
    document.title = myTurn(state) ? `● ${voice.say("your_turn")} · ${title}` : title;
  },
  onMoved: (url) => location.assign(url),
  onLeft: (url) => location.assign(url),
});
document.addEventListener("keydown", table.press);
