// What the live table's page knows, says and can do. What the server says is in frames.d.ts.

import type {
  ActionRequest, ActEvent, ActWish, Changed, ContestTold, EntryFrame, FoldWish, Frame, GameTold, Event as HandEvent, PartedFrame, PongFrame, RefusedFrame, Rests, ResultTold, Stay, TableView, Wish,
} from "./frames.d.ts";

export interface Sale {
  price: number;
  chips: number;
}

/** What is sold to the reader: the answer of the offer's address. */
export interface Offer {
  sells: boolean;
  rebuy: Sale | null;
  add_on: Sale | null;
  re_entry: Sale | null;
  until: string | null;
  coming: number;
  /** The version of this table that the answer knows. */
  version: number | null;
}

/** How the event ended for the reader: the answer of its address; money in cents. */
export interface Ended {
  place: number | null;
  entries: number;
  prize: number;
  bounties: number;
  hands: Array<{
    id: number; number: number; why: "deciding" | "knockout" | "won" | "lost"; change: number; out: string[]; url: string;
    /** In words, who won with what. */
    won: string;
  }>;
  /** Another event of the same kind, which `url` enters. */
  again: { url: string; price: number } | null;
  /** The start of the schedule that comes first. */
  next: { url: string; name: string; starts_at: string } | null;
  /** The final table, while it plays. */
  watch: number | null;
  /** The reader's own page of the event. */
  page: string;
}

/** What a picture of a result says. */
export interface Result {
  room: string;
  event: string;
  title: string;
  /** Empty for none. */
  prize: string;
  champion: boolean;
}

export type Goods = "rebuy" | "add_on" | "re_entry";

/** How the event stands: the answer of its address, as known a few seconds ago. */
export interface Standing {
  left: number;
  entries: number;
  average: number | null;
  level: number | null;
  until: string | null;
  paused: boolean;
  next: { small_blind: number; big_blind: number; ante: number } | null;
  break_at: string | null;
  late: boolean;
  late_until: string | null;
  paid: number | null;
  in_money: boolean;
  /** Cents that everybody who is left has won at least. */
  sure: number;
  /** So many have to go until the next is paid `prize` cents. */
  out: number | null;
  prize: number | null;
  /** Whether the players may make a deal now (DEAL-MAKE). */
  deal: boolean;
  /** Of the reader's own stack. */
  rank: number | null;
  /** The version of this table that the answer knows. */
  version: number | null;
}

/** A cash table's terms, in cents. */
export interface Terms {
  /** What the reader may come in with now (CASH-1): from `least` to `allowed`. */
  least: number;
  allowed: number;
  /** What may lie in front of a player. */
  most: number;
  /** Whether the reader left the game a short while ago. */
  back: boolean;
  balance: number;
  straddle: boolean;
  /** Whether newcomers owe a big blind. */
  blinds: boolean;
  sitUrl: string;
  waitUrl: string;
  /** How many tables the game has. */
  tables: number;
  /** The reader's place on the waiting list when the page was opened; null: not on it. */
  place: number | null;
  csrf: string;
  loginUrl: string;
  /** Where a guest gets an account (FREE-2); "" for others. */
  signUpUrl: string;
  /** Whether its chips are play money. */
  play: boolean;
  /** Where whoever is nobody takes a seat for play money as a guest. */
  playUrl: string;
  /** What the house takes, line by line. */
  rake: string;
}

export interface SeatWish {
  amount: number;
  key: string;
  /** Null for any. */
  seat: number | null;
  posts: boolean;
}

/** An event with the name of who did it. */
export interface Line {
  id: string;
  event: HandEvent;
  name: string;
  hand: number;
  /** Of a hand that is shown, the cards that make it. */
  best?: string[];
  /** Of the first win of a pot, all wins of it. */
  wins?: LineWin[];
}

/** A win with the name of the player, and what decided. */
export interface LineWin extends ResultTold {
  name: string;
}

/** A choice before one's turn, with what it answers: the hand, its street, and the chips owed. */
export interface Ahead {
  kind: "fold" | "check_fold" | "check" | "call" | "call_any";
  hand: number;
  street: string;
  owes: number;
}

/** What a hand is compared by, and how many cards its deck has. */
export interface Facts {
  contests: ContestTold[];
  cards: number;
}

/** What cards make, and the ranks that say which of its kind. */
export interface Made {
  name: string;
  ranks: string[];
  /** The rank or suit that decided. */
  kicker?: string;
}

/** The bounty of `name` was won by the player `by`, by the reader if `mine`. */
export interface Knockout {
  name: string;
  by: string;
  paid: number;
  mine: boolean;
}

/** The reader's own colour and note for another player; each may be "". The reader follows them if `followed`. */
export interface Mark {
  colour: string;
  note: string;
  followed: boolean;
}

export interface State {
  user: number | null;
  /** The reader's own colours and notes, by user; null for readers who keep none. */
  marks: Record<string, Mark> | null;
  connection: "connecting" | Status;
  quality: Quality;
  version: number;
  newest: number;
  stale: boolean;
  table: TableView | null;
  cards: string[];
  cardsVersion: number;
  mayOpen: boolean;
  log: Line[];
  /** Events of the hand that are known. */
  known: number;
  said: Record<string, ActEvent | Changed>;
  collected: { version: number; bets: Array<{ seat: number; amount: number }> } | null;
  boardBefore: number;
  /** Cards of the board that turn up now: nobody has seen them (reveal.js). */
  turning: string[];
  lastHand: number | null;
  connected: Set<number> | null;
  refusal: { message: string | null; code: string; rule?: string } | null;
  /** Who was knocked out a moment ago, by whom, for how much. */
  bounty: Knockout[] | null;
  /** The place and the prize that the reader has just moved up to. */
  rise: { place: number; prize: number } | null;
  message: { text: string; warning: boolean } | null;
  offer: Offer | null;
  standing: Standing | null;
  /** Answers of the event that know more of the table than its frames have told. */
  early: Partial<Record<"offer" | "standing", Message>>;
  moved: number | null;
  movedFor: string | null;
  out: boolean;
  place: number | null;
  ended: Ended | null;
  /** The table as the reader last sat at it. */
  sat: TableView | null;
  closed: boolean;
  pending: boolean;
  /** A decision that is not answered yet. */
  flying: Flying | null;
  /** What became of a decision that was on its way when the connection failed. */
  fate: Fate | null;
  /** What the reader has chosen before their turn (PRE-1). */
  ahead: Ahead | null;
  /** Of the game of the hand; null while they were not heard. */
  facts: Facts | null;
  cash: Terms | null;
  stay: Stay | null;
  /** The seat at a cash table that the reader wants. */
  chosen: number | null;
  /** Cents that the reader has left a cash table with. */
  left: number | null;
  /** In a pool, how the reader's entry stands. */
  entry: EntryFrame | null;
  /** Whether the reader would watch the hand that they fold (FAST-2). */
  views: boolean;
  /** Whether the table of the last hand plays on without the reader. */
  past: boolean;
}

/** The state once the table is known: what every part of the page but the first line is given. */
export type Seen = State & { table: TableView };

/** A refusal by the page's own addresses, which may come without a sentence. */
export type Refused = Omit<RefusedFrame, "message"> & { message: string | null };

/** What the reader did, or the page found out, besides the frames of the server. */
export type Gesture =
  | { type: "offer"; offer: Offer }
  | { type: "standing"; standing: Standing }
  | { type: "ended"; ended: Ended }
  | { type: "bounty_read" }
  | { type: "rise_read" }
  | { type: "message_read" }
  | { type: "refusal_read" }
  | { type: "connection"; status: Status }
  | { type: "quality"; quality: Quality }
  | { type: "sent"; flying: Flying }
  | { type: "fate"; fate: Fate }
  | { type: "fate_read" }
  | { type: "watch_on" }
  | { type: "choose_seat"; seat: number | null }
  | { type: "ahead"; kind: Ahead["kind"] }
  | { type: "marked"; user: number; mark: Mark }
  | { type: "views"; on: boolean };

export type Message = Exclude<Frame, RefusedFrame | PartedFrame | PongFrame> | Refused | Gesture;
export type Dispatch = (message: Message) => void;
/** "silent": nobody answers on a line that may still hold; "ended": it is no use to come again. */
export type Status = "open" | "silent" | "lost" | "ended";

export type Quality = "unknown" | "good" | "slow" | "lost";

type OfOneTable<W> = W extends { at: string } ? Omit<W, "at"> : never;

/** What may be asked at a table. */
export type TableWish = OfOneTable<Wish>;

/** Whether it was sent: false while there is no connection. */
export type Send = (wish: TableWish) => boolean;

/** A decision on a hand. */
export type Wished = Omit<ActWish, "at"> | Omit<FoldWish, "at">;

/** A decision that was sent, and what was known then: the table, its hand, and events of it. */
export interface Flying {
  wish: Wished;
  table: number;
  hand: number;
  known: number;
  /** Whether the connection has failed since. */
  adrift: boolean;
}

export type Fate = "again" | "taken" | "missed" | "over";

export interface ConnectionEars {
  onFrame(frame: Exclude<Frame, PongFrame>): void;
  onStatus(status: Status): void;
  onQuality(quality: Quality): void;
}

export interface Connection {
  open(): void;
  /** Whether it is open, or will be by itself. */
  opened(): boolean;
  send(wish: Wish): boolean;
}

/** What is told of a line. */
export interface LineEars extends Omit<ConnectionEars, "onFrame"> {
  onFrame(frame: Exclude<Frame, PartedFrame | PongFrame>): void;
}

/** A line to one table. */
export interface OpenLine {
  send: Send;
  close(): void;
}

export type LineTo = (ears: LineEars) => OpenLine;

/** How the page of many tables knows one of them: whether its reader is to act, and until when, in
 * milliseconds of the page's clock. */
export interface Looked {
  at: string;
  turn: boolean;
  due: number;
}

/** What the strip of many tables says of one. */
export interface Shown {
  at: string;
  name: string;
  focused: boolean;
  turn: boolean;
  /** Left of the reader's time; null while no clock runs. */
  seconds: number | null;
  purse: string;
  cards: string;
  /** Whether the reader only watches. */
  watches: boolean;
}

/** How the reader wants many tables. */
export interface ManyOptions {
  layout: "tiles" | "stack" | "tabs";
  /** One bar of buttons for the table in focus. */
  shared: boolean;
  /** Whether the focus goes to the table that waits. */
  follows: boolean;
  /** Whether more tables are shown than usual. */
  more: boolean;
}

/** The table that a part of the page belongs to: ids in it begin with `id`, and `label` makes the
 * name of a region one that no other table has. */
export interface Owner {
  id: string;
  label(text: string): string;
}

/** A table that is open on the page. */
export interface Opened {
  redraw(): void;
  press(event: KeyboardEvent): void;
  close(): void;
}

export interface Gestures {
  act(action: ActionRequest): void;
  sitOut(): void;
  comeBack(): void;
  /** All one's cards, or these. */
  show(cards?: string[]): void;
  buy(kind: Goods): void;
  choose(wish: { posts?: boolean; straddles?: boolean; tops_up?: boolean; rebuys?: boolean; posts_always?: boolean;
    rests?: Rests }): void;
  topUp(amount: number): void;
  leave(afterHand: boolean): void;
  stay(): void;
  sit(wish: SeatWish): void;
  fold(): void;
  newHand(): void;
}

/** What each key does, by its name in small letters. */
export type Keys = Record<string, (event: KeyboardEvent) => unknown>;

/** The keys of one table. */
export interface Keyboard {
  press(event: KeyboardEvent): void;
  /** Until the answer is called these keys of `owner` lie above those of before. */
  lay(keys: Keys, enabled: boolean, owner: object, meaning: unknown): () => void;
}

/** A size of a bet: the least, the most, of the pot, or in big blinds. */
export type Preset = "min" | "max" | `${number}%` | `${number}bb`;
/** Sizes by round: before the flop or the draw, on the flop, the turn, and the last street. */
export type Presets = Record<"first" | "flop" | "turn" | "last", Preset[]>;

/** The key of each act, by its usual key: fold, check or call, bet or raise, all-in, the time bank. */
export interface ActKeys {
  f: string;
  c: string;
  r: string;
  a: string;
  t: string;
}

export interface Settings {
  theme: "system" | "dark" | "light";
  cloth: "green" | "blue" | "wine" | "slate";
  back: "lattice" | "waves" | "diamonds";
  motion: boolean;
  /** The streets of an all-in follow each other quickly. */
  fastRunOut: boolean;
  equities: boolean;
  turnSound: boolean;
  /** Of 100, as the next. */
  turnVolume: number;
  effects: boolean;
  effectsVolume: number;
  vibrates: boolean;
  fourColours: boolean;
  shortcuts: boolean;
  /** Never asked whether to show what need not be shown. */
  autoMuck: boolean;
  /** The time bank runs only once it was asked for. */
  bankByHand: boolean;
  /** Stacks are written in big blinds. */
  bigBlinds: boolean;
  /** Asked before money is paid (pay.js). */
  asksMoney: boolean;
  potOdds: boolean;
  /** Own cards from the highest down. */
  sorts: boolean;
  /** What one's cards make, in words. */
  strength: boolean;
  presets: Presets;
  keys: ActKeys;
}

/** Where something begins or ends to move; `out` is off the felt. */
export interface Place {
  part: "dealer" | "plate" | "hole" | "card" | "spot" | "won" | "pot" | "out";
  seat?: number;
  card?: number;
}

/** Something that is seen to move; `after` is the part of the time for all cards of a deal. */
export interface Motion {
  kind: "deal" | "bet" | "muck" | "collect" | "win" | "bounty" | "leave";
  from: Place;
  to: Place;
  chips?: number;
  cents?: number;
  after: number;
}

export interface Mover {
  play(motions: Motion[]): void;
  /** Brings all that moves to where it goes. */
  end(): void;
}

/** The clock by which the end of an all-in is seen. */
export interface Revealing {
  /** Hears that `message` turned `before` into `state`; returns what is told of it now. */
  take(before: State, state: State, message: Message): Message;
  /** The state as far as its cards are seen. */
  present(state: State): State;
  close(): void;
}

export interface Sounds {
  play(name: string): void;
}

/** Open hands before a board that is not whole yet. */
export interface Spot {
  hands: string[][];
  board: string[];
  rules: GameTold;
}

export interface SettingsStore {
  get(): Settings;
  change(wish: Partial<Settings>): void;
  /** Calls `ear` after every change; what it returns ends that. */
  heed(ear: () => void): () => void;
}

export interface Urls {
  event: string | null;
  deal: string | null;
  draw: string | null;
  table(id: number): string;
  verify(id: number): string;
  rules: string;
  /** Where the text of a rule is, by its id. */
  rule(key: string): string;
}

/** The server's time. */
export interface Time {
  observe(iso: string): void;
  now(): number;
}

export type Values = Record<string, string | number | null | undefined>;

/** How the page speaks. */
export interface Voice {
  say(key: string, values?: Values): string;
  amount(chips: number): string;
  money(cents: number): string;
  /** Set where that is play money: nobody is asked before they pay. */
  free?: boolean;
  /** A place: 2nd, 2º. */
  ordinal(place: number): string;
  card(code: string): string;
  cards(codes: string[]): string;
}

/** How amounts are typed and written in a field. */
/** A currency: its ISO 4217 code, and the number of its decimals. */
export interface Currency {
  code: string;
  digits: number;
}

export interface Field {
  /** Null for what is no amount, or could be two. */
  read(text: string, bigBlind: number): number | null;
  write(amount: number): string;
  /** How a multiple of the big blind is typed, as an example. */
  multiple: string;
}

/** `stack` writes chips of a hand, and `betField` is a field for them: in chips or in big blinds, as the
 * reader likes it. */
export type Words = Voice & { field: Field; betField: Field; stack(chips: number): string; locale: string };

/** What may be bet or raised to. */
export interface Range {
  kind: "bet" | "raise" | "all_in";
  min: number;
  max: number;
}

/** CSS custom properties. */
export type Style = Record<string, string | number>;
