// What a replay goes through: the deal and each action, from the frames that its reader was sent. Pure.

/**
 * @import { CardsFrame, SnapshotFrame, TableView, UpdateFrame } from "../types/frames.d.ts"
 */

import { apply } from "../table/state/difference.js";

/** The frames of one action, and the whole table after it.
 * @typedef {{ frames: Array<UpdateFrame | CardsFrame>, whole: SnapshotFrame }} Step
 */

/** The table before the deal, and after each action.
 * @param {Array<SnapshotFrame | UpdateFrame | CardsFrame>} frames
 * @returns {Step[]}
 */
export function stepsOf(frames) {
  /** @type {Step[]} */
  const steps = [];
  for (const frame of frames) {
    const last = steps.at(-1);
    if (frame.type === "snapshot") steps.push({ frames: [], whole: frame });
    else if (last && frame.type === "update") {
      const { table, so_far } = last.whole;
      const whole = {
        ...last.whole,
        table: /** @type {TableView} */ (apply(table, frame.change)),
        so_far: { ...so_far, events: [...so_far.events, ...frame.events] },
      };
      steps.push({ frames: [frame], whole });
    } else if (last?.whole.you && frame.type === "cards") {
      const { cards, may_open } = frame;
      last.frames.push(frame);
      last.whole = { ...last.whole, you: { ...last.whole.you, cards, may_open } };
    }
  }
  return steps;
}

/** The streets that a step deals, in their order.
 * @param {Step} step
 */
export const streetsIn = ({ frames }) =>
  frames.flatMap((frame) => (frame.type === "update" ? frame.events : []))
    .flatMap((event) => (event.e === "street" ? [event.street] : []));
