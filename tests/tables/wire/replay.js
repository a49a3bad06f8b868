// Reads lines of a table and the changes to it; writes the tables that the page makes of them.

import { apply } from "../../../static/js/table/state/difference.js";

const text = await new Response(Deno.stdin.readable).text();
for (const line of text.split("\n")) {
  const [first, changes] = JSON.parse(line);
  const tables = [first];
  for (const change of changes) tables.push(apply(tables.at(-1), change));
  console.log(JSON.stringify(tables));
}
