// Written by `make types` from tables.wire.hand_types and tables.wire.frame_types: change those.

/** What a hand is played for, in chips. */
export interface StakesTold {
  small_blind: number;
  big_blind: number;
  ante: number;
  big_blind_ante: boolean;
}

/** A pot and the seats that may win it. */
export interface PotTold {
  amount: number;
  seats: Array<number>;
}

/** Chips won from a pot (0 is the main pot); `side` 1 is the low of a hi/lo game. */
export interface WinTold {
  pot: number;
  seat: number;
  amount: number;
  ranking: string | null;
  cards: Array<string>;
  side: number;
}

/** Of a draw: chips that nobody won, and the pair that opens the next hand. */
export interface CarriedTold {
  pot: number;
  openers: string;
}

export interface LegalTold {
  seat: number;
  fold: boolean;
  check: boolean;
  call: number | null;
  bet: Array<number> | null;
  raise: Array<number> | null;
  all_in: number | null;
  cip?: number;
  parola?: boolean;
  discard?: number;
}

/** Who is to act, and what they may do. */
export interface TurnTold {
  seat: number;
  legal: LegalTold;
}

/** A player's part in a hand; `bet` is what lies before them on this street. */
export interface SeatTold {
  seat: number;
  stack: number;
  bet: number;
  status: "active" | "all_in" | "folded";
  cards: Array<string>;
  ranking: string | null;
  won: number;
}

/** Of a draw: the pot carried, the pair that opens, who opened, how many cards each changed. */
export interface DrawTold {
  carried: number;
  openers: string;
  opener: number | null;
  changed: Record<string, number>;
  left: CarriedTold | null;
  may_open: boolean;
}

/** A hand as one seat, or the public, may see it. */
export interface HandTold {
  game: string;
  street: string;
  finished: boolean;
  button: number;
  small_blind: number;
  big_blind: number;
  stakes: StakesTold;
  board: Array<string>;
  pots: Array<PotTold>;
  total: number;
  bet: number;
  seats: Array<SeatTold>;
  turn: TurnTold | null;
  draw?: DrawTold;
  rake?: number;
  results: Array<WinTold>;
}

/** The seats of the button and the blinds. */
export interface PositionsTold {
  button: number;
  small_blind: number;
  big_blind: number;
}

/** A hand begins. */
export interface Start {
  e: "start";
  game: string;
  stakes: StakesTold;
  positions: PositionsTold;
  house: Record<string, unknown>;
  stacks: Record<string, number>;
  posts: Array<Array<number>>;
  carried?: CarriedTold;
}

export interface Ante {
  e: "ante";
  seat: number;
  amount: number;
  all_in: boolean;
}

export interface Blind {
  e: "blind";
  seat: number;
  kind: "small" | "big" | "post" | "straddle" | "dead";
  amount: number;
  all_in: boolean;
}

/** The hole cards by seat, those of others face down. */
export interface Hole {
  e: "hole";
  cards: Record<string, Array<string>>;
}

/** An action: `to` is the whole bet on the street, `added` what it put in. */
export interface Act {
  e: "act";
  seat: number;
  kind: string;
  to: number;
  added: number;
  all_in: boolean;
}

export interface Uncalled {
  e: "uncalled";
  seat: number;
  amount: number;
}

export interface Dealt {
  e: "street";
  street: string;
  cards: Array<string>;
}

/** Cards changed; which, only their owner knows. */
export interface Changed {
  e: "draw";
  seat: number;
  count: number;
  discarded: Array<string>;
  cards: Array<string>;
  reshuffled: number;
}

/** Nobody won: the pot stays for the next hand. */
export interface Redeal {
  e: "redeal";
  pot: number;
  openers: string;
}

export interface Show {
  e: "show";
  seat: number;
  cards: Array<string>;
  ranking: string | null;
  openers?: Array<string>;
}

export interface Muck {
  e: "muck";
  seat: number;
}

export interface Rake {
  e: "rake";
  amount: number;
}

export interface Won {
  pot: number;
  seat: number;
  amount: number;
  ranking: string | null;
  cards: Array<string>;
  side: number;
  e: "win";
}

export interface End {
  e: "end";
  stacks: Record<string, number>;
}

export type Event =
  | Start
  | Ante
  | Blind
  | Hole
  | Act
  | Uncalled
  | Dealt
  | Changed
  | Redeal
  | Show
  | Muck
  | Rake
  | Won
  | End;

/** A break; `until` is null while nobody knows when it ends. */
export interface BreakNotice {
  kind: "break";
  until: string | null;
}

export interface StartingNotice {
  kind: "starting";
  until: string;
}

/** The prize of a VeloX as drawn. */
export interface DrawNotice {
  kind: "draw";
  multiplier: number;
  prize: number;
  until: string;
}

export interface HandForHandNotice {
  kind: "hand_for_hand";
  round: number;
}

/** The table's winner waits for the next round. */
export interface ShootoutNotice {
  kind: "shootout";
  round: number;
}

export interface PausedNotice {
  kind: "paused";
  cause: string;
  reason: string;
}

export interface PlainNotice {
  kind: "waiting" | "deal" | "finished";
}

export type Notice =
  | BreakNotice
  | StartingNotice
  | DrawNotice
  | HandForHandNotice
  | ShootoutNotice
  | PausedNotice
  | PlainNotice;

/** Who sits there; `price` is on their head, `waits` is for the big blind (CASH-2). */
export interface Seat {
  seat: number;
  name: string;
  user: number;
  stack: number;
  away: boolean;
  bank_ms: number;
  price?: number;
  waits?: boolean;
}

/** The clock of who is to act: the time bank begins at `action_until`. */
export interface Clock {
  seat: number | null;
  turn_at: string;
  action_until: string;
  due_at: string;
}

/** A table as everybody may see it. */
export interface Table {
  id: number;
  name: string;
  event: string;
  game: string;
  status: string;
  version: number;
  max_seats: number;
  hand_no: number;
  hand_id: number | null;
  commitment: string;
  stakes: StakesTold;
  notice: Notice | null;
  seats: Array<Seat>;
  hand: HandTold | null;
  clock: Clock | null;
}

/** How the reader sits at a cash table: what they owe and have chosen (CASH-2, CASH-3), and cents that come after this hand. */
export interface Stay {
  owes: boolean;
  dead: boolean;
  posts: boolean;
  straddles: boolean;
  leaving: boolean;
  top_up: number;
}

/** What the table knows of the reader alone. */
export interface You {
  seat: number;
  cards: Array<string>;
  away: boolean;
  may_open?: boolean;
  stay?: Stay | null;
}

/** Everything that one reader may know of the table. */
export interface SnapshotFrame {
  type: "snapshot";
  version: number;
  table: Table;
  you: You | null;
  now: string;
}

/** What just happened, the same for everybody. */
export interface UpdateFrame {
  type: "update";
  version: number;
  events: Array<Event>;
  table: Table;
  now: string;
}

/** The reader's hole cards; in draw games also whether they hold openers. */
export interface CardsFrame {
  type: "cards";
  version: number;
  cards: Array<string>;
  may_open?: boolean;
}

/** What the reader has chosen at a cash table; null once they have left. */
export interface YouFrame {
  type: "you";
  version: number;
  stay: Stay | null;
}

export interface ClosedFrame {
  type: "closed";
}

/** The players who are connected to the table. */
export interface PresenceFrame {
  type: "presence";
  connected: Array<number>;
}

/** The answer to a frame that was not obeyed; `version` is the one that it named. */
export interface RefusedFrame {
  type: "refused";
  code: string;
  message: string;
  version: number | null;
}

/** The reader sits at another table now. */
export interface MovedFrame {
  type: "moved";
  table: number;
  reason: string;
}

/** The reader's event is over; place and prize are null while others can still enter. */
export interface OutFrame {
  type: "out";
  place: number | null;
  prize: number | null;
}

/** Staff took back what had put the reader out. */
export interface InAgainFrame {
  type: "in_again";
}

/** The reader won a bounty of so many cents for this head. */
export interface BountyFrame {
  type: "bounty";
  paid: number;
  name: string;
}

/** What staff have to say. */
export interface MessageFrame {
  type: "message";
  text: string;
  warning: boolean;
}

export type Frame =
  | SnapshotFrame
  | UpdateFrame
  | CardsFrame
  | YouFrame
  | ClosedFrame
  | PresenceFrame
  | RefusedFrame
  | MovedFrame
  | OutFrame
  | InAgainFrame
  | BountyFrame
  | MessageFrame;

export type Kind =
  | "fold"
  | "check"
  | "call"
  | "bet"
  | "raise"
  | "all_in"
  | "cip"
  | "parola"
  | "discard";

/** A decision: bets and raises say the whole bet, discards their cards. */
export interface Action {
  kind: Kind;
  to?: number;
  cards?: Array<string>;
}

/** `version` is the one that the player decided on. */
export interface ActWish {
  type: "act";
  action: Action;
  version: number;
}

/** Sent again under the same key, it is the same wish. */
export interface TopUpWish {
  type: "top_up";
  amount: number;
  key: string;
}

export interface ChooseWish {
  type: "choose";
  posts?: boolean;
  straddles?: boolean;
}

export interface PlainWish {
  type: "snapshot" | "sit_out" | "come_back" | "show" | "leave";
}

export type Wish =
  | ActWish
  | TopUpWish
  | ChooseWish
  | PlainWish;
