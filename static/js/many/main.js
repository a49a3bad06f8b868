// The page of many tables.

import { element } from "../element.js";
import { settingsStore } from "../table/state/settings.js";
import { tablesSocket } from "../table/state/socket.js";
import { dictionary, speaker } from "../words.js";
import { openPage } from "./page.js";

const locale = document.documentElement.lang;
/** @param {string} id */
const voice = (id) => speaker(dictionary(id), locale);

openPage({
  socket: tablesSocket(),
  voices: { table: voice("table-words"), cash: voice("cash-words"), many: voice("many-words") },
  settings: settingsStore(element("#content").dataset.user),
});
