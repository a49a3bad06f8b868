// Written by `make types` from tables.engine.events and tables.wire.frame_types: change those.

/** `big_blind_ante`: the big blind posts the ante for all. */
export interface StakesTold {
  small_blind: number;
  big_blind: number;
  ante: number;
  big_blind_ante: boolean;
}

/** Seat numbers. */
export interface PositionsTold {
  button: number;
  small_blind: number;
  big_blind: number;
}

/** What is dealt to `each` player and to the board after the `burn`, and which round follows; `bets` is a fixed bet in big blinds. */
export interface StreetTold {
  name: string;
  each: number;
  burn: number;
  board: number;
  bets: number;
  round: "betting" | "opening" | "exchange" | "closing";
}

/** How bets are bounded; `cap` is how many fixed bets a round has. */
export interface LimitTold {
  name: string;
  pot: boolean;
  fixed: boolean;
  cap: number | null;
}

/** What a part of the pot is won by; `of_hand` hole cards must count, 0: any number. */
export interface ContestTold {
  by: "high" | "low" | "italian";
  of_hand: number;
  flush_over_full: boolean;
}

/** The facts of a game; `lowest` is the deck's lowest rank, or "by_players". */
export interface GameTold {
  most_seats: number;
  most_hands: number;
  lowest: string;
  blinds: boolean;
  streets: Array<StreetTold>;
  limit: LimitTold;
  contests: Array<ContestTold>;
}

/** The settings of a room, see `HouseRules`; one left out is as the first release played. */
export interface HouseTold {
  button?: "dead" | "forward";
  odd_chips?: "left_of_button" | "one_each" | "next_bb";
  pot_raise?: "after_call" | "before_call";
  allow_four_flush?: boolean;
  flush_over_full?: "short_deck" | "always" | "never";
  suits?: "rank" | "split";
  straight_flushes?: "cyclic" | "linear";
  raked?: boolean;
  tariff?: string;
  short_all_ins?: "each" | "together";
  cap_heads_up?: "at_once" | "round";
  limit_all_in?: "full" | "half";
  hi_lo?: "whole" | "by_half";
}

/** A pot that nobody won, and the rank of the pair that opens the next hand. */
export interface CarriedTold {
  pot: number;
  openers: string;
}

/** Everything that the hand is played by. `deck` and `reshuffle` are for the server only. */
export interface Start {
  e: "start";
  game: string;
  rules: GameTold;
  cards: number;
  stakes: StakesTold;
  positions: PositionsTold;
  house: HouseTold;
  stacks: Record<string, number>;
  posts: Array<Array<number>>;
  deck?: string;
  reshuffle?: string;
  carried?: CarriedTold;
}

export interface Ante {
  e: "ante";
  seat: number;
  amount: number;
  all_in: boolean;
}

export type BlindKind =
  | "small"
  | "big"
  | "post"
  | "straddle"
  | "dead";

export interface Blind {
  e: "blind";
  seat: number;
  kind: BlindKind;
  amount: number;
  all_in: boolean;
}

/** Everybody's cards, by seat; "??" for those that one may not see. */
export interface Hole {
  e: "hole";
  cards: Record<string, Array<string>>;
}

/** A decision, told as what it came to; `to` is the seat's whole bet on the street. */
export interface Act {
  e: "act";
  seat: number;
  kind: string;
  to: number;
  added: number;
  all_in: boolean;
}

/** Chips that nobody covered go back. */
export interface Uncalled {
  e: "uncalled";
  seat: number;
  amount: number;
}

/** A street's cards on the board. */
export interface Dealt {
  e: "street";
  street: string;
  cards: Array<string>;
}

/** Everybody knows how many cards were changed, and how many discards came back into the stub; only their owner which. */
export interface Changed {
  e: "draw";
  seat: number;
  count: number;
  discarded: Array<string>;
  cards: Array<string>;
  reshuffled: number;
}

/** Nobody won: the pot stays for the next hand, which opens with `openers` or better. */
export interface Redeal {
  e: "redeal";
  pot: number;
  openers: string;
}

/** `ranking` is None while the board is incomplete, and where some cards stay hidden ("??"); `openers` are what an opener held. */
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

/** What the house takes before the pots are paid (RAKE-1). */
export interface Rake {
  e: "rake";
  amount: number;
}

/** Chips from a pot (0 is the main pot) and what won them; `side` 1 is a hi/lo game's low. */
export interface WinTold {
  pot: number;
  seat: number;
  amount: number;
  ranking: string | null;
  cards: Array<string>;
  side: number;
}

/** `kicker` is the rank that decided against a hand of the same name that was shown, or the suit. */
export interface ResultTold {
  pot: number;
  seat: number;
  amount: number;
  ranking: string | null;
  cards: Array<string>;
  side: number;
  kicker?: string;
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

/** Everybody's stack after the hand. */
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

export interface TurnTold {
  seat: number;
  legal: LegalTold;
}

export interface PotTold {
  amount: number;
  seats: Array<number>;
}

/** `ranking`, and the cards that make it, are known once the cards are shown and the board is complete. */
export interface SeatTold {
  seat: number;
  stack: number;
  bet: number;
  status: "active" | "all_in" | "folded";
  cards: Array<string>;
  ranking: string | null;
  best?: Array<string>;
  won: number;
}

/** Of a draw: the pot carried, the pair that opens, who opened, how many cards each changed; and to players themselves whether they may open. */
export interface DrawTold {
  carried: number;
  openers: string;
  opener: number | null;
  changed: Record<string, number>;
  left: CarriedTold | null;
  may_open: boolean;
}

/** The hand as one seat, or the public, may see it. */
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
  results: Array<ResultTold>;
}

export type Change =
  | Record<string, unknown>
  | Array<unknown>;

/** `table_id` is the table that a frame is of: `push` writes it on each. `at` is what the client calls that table, where a frame is for its socket alone (JoinWish). */
export interface OfTable {
  table_id?: number;
  at?: string;
}

/** A break; `until` is null while nobody knows when it ends. */
export interface BreakNotice {
  kind: "break";
  until: string | null;
}

export interface StartingNotice {
  kind: "starting";
  until: string;
}

/** The prize of a VeloX as drawn; `odds` are [multiplier, tickets] pairs, highest first. */
export interface DrawNotice {
  kind: "draw";
  multiplier: number;
  prize: number;
  odds: Array<Array<number>>;
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

/** Players in these seats have no chips, and may still buy some (TRN-2). */
export interface RebuyNotice {
  kind: "rebuy";
  seats: Array<number>;
  until: string;
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
  | RebuyNotice
  | PlainNotice;

export type Betting =
  | "blinds"
  | "limit"
  | "ante";

/** Who sits there; `price` is on their head, `waits` is for the big blind (CASH-2), or for a pot to be won that others have built (DRAW-2). At a cash table whoever sits out gives up the seat at `out_until`, or after `out_hands` more hands (OUT-2). `avatar` is the key of a picture of their own (NAME-2). */
export interface Seat {
  seat: number;
  name: string;
  user: number;
  stack: number;
  away: boolean;
  bank_ms: number;
  avatar?: string;
  price?: number;
  waits?: boolean;
  out_until?: string;
  out_hands?: number;
}

/** The clock of who is to act: the time bank begins at `action_until`. */
export interface Clock {
  seat: number | null;
  turn_at: string;
  action_until: string;
  due_at: string;
}

/** A free seat of a cash table that is held for somebody from the waiting list. */
export interface Held {
  seat: number;
  user: number;
  until: string;
}

/** A table as everybody may see it. */
export interface Table {
  id: number;
  name: string;
  event: string;
  game: string;
  betting: Betting;
  status: string;
  version: number;
  max_seats: number;
  hand_no: number;
  hand_id: number | null;
  commitment: string;
  stakes: StakesTold;
  notice: Notice | null;
  seats: Array<Seat>;
  held?: Array<Held>;
  hand: HandTold | null;
  clock: Clock | null;
}

export type Rests =
  | ""
  | "hand"
  | "blind";

/** How the reader sits at a cash table: what they owe and have chosen (CASH-2, CASH-3), and cents that come after this hand; with `rebuys` they buy `rebuy` cents when they have no chips, with `tops_up` they hold the most whenever a hand begins. With `posts_always` they post what they come to owe; `rests` is from when on they sit out (OUT-2). */
export interface Stay {
  owes: boolean;
  dead: boolean;
  posts: boolean;
  straddles: boolean;
  leaving: boolean;
  top_up: number;
  tops_up: boolean;
  rebuys: boolean;
  rebuy: number;
  posts_always: boolean;
  rests: Rests;
}

/** What the table knows of the reader alone. */
export interface You {
  seat: number;
  cards: Array<string>;
  away: boolean;
  may_open?: boolean;
  stay?: Stay | null;
}

/** What everybody heard of the hand: its events but for the `first` so many of a very long one, and by seat the names of those who were dealt in. */
export interface SoFar {
  first: number;
  names: Record<string, string>;
  events: Array<Event>;
}

/** Everything that one reader may know of the table. */
export interface SnapshotFrame {
  table_id?: number;
  at?: string;
  type: "snapshot";
  version: number;
  table: Table;
  so_far: SoFar;
  you: You | null;
  now: string;
}

/** What just happened, the same for everybody: `change` makes the table of this version out of that of the version before, and of no other. */
export interface UpdateFrame {
  table_id?: number;
  at?: string;
  type: "update";
  version: number;
  events: Array<Event>;
  change: Change;
  now: string;
}

/** The reader's hole cards; in draw games also whether they hold openers. */
export interface CardsFrame {
  table_id?: number;
  at?: string;
  type: "cards";
  version: number;
  cards: Array<string>;
  may_open?: boolean;
}

/** What the reader has chosen at a cash table; null once they have left. */
export interface YouFrame {
  table_id?: number;
  at?: string;
  type: "you";
  version: number;
  stay: Stay | null;
}

export type InState =
  | "waiting"
  | "playing"
  | "watching"
  | "out"
  | "gone";

/** The reader's entry in a pool, in cents: what they come to the next hand with, what lies in hands that they have left, chips that come before the next one, and those of the buy-in, for which they may buy in again. `seat_at` is the table of the hand that they are in, or watch, and `hands` how many they have been dealt. */
export interface EntryFrame {
  table_id?: number;
  at?: string;
  type: "entry";
  pool: number;
  no: number;
  state: InState;
  free: number;
  at_stake: number;
  top_up: number;
  rebuy: number;
  took: number;
  hands: number;
  rests: boolean;
  leaving: boolean;
  seat_at: number | null;
}

export interface ClosedFrame {
  table_id?: number;
  at?: string;
  type: "closed";
}

/** The players who are connected to the table. */
export interface PresenceFrame {
  table_id?: number;
  at?: string;
  type: "presence";
  connected: Array<number>;
}

/** The answer to a frame that was not obeyed; `version` is the one that it named, `rule` the id of the rule that says so (INFO-1). */
export interface RefusedFrame {
  table_id?: number;
  at?: string;
  type: "refused";
  code: string;
  message: string;
  version: number | null;
  rule?: string;
}

/** The reader sits at another table now. */
export interface MovedFrame {
  table_id?: number;
  at?: string;
  type: "moved";
  table: number;
  reason: string;
}

/** The reader's event is over; place and prize are null while others can still enter. */
export interface OutFrame {
  table_id?: number;
  at?: string;
  type: "out";
  place: number | null;
  prize: number | null;
}

/** Staff took back what had put the reader out. */
export interface InAgainFrame {
  table_id?: number;
  at?: string;
  type: "in_again";
}

/** A player, `user` named `by`, won a bounty of so many cents for the head of `name`. */
export interface BountyFrame {
  table_id?: number;
  at?: string;
  type: "bounty";
  paid: number;
  name: string;
  user: number;
  by: string;
}

/** What staff have to say. */
export interface MessageFrame {
  table_id?: number;
  at?: string;
  type: "message";
  text: string;
  warning: boolean;
}

/** The server shows this table no longer, or not at all: why was said before. `code` is the one that would have closed a socket with no other table. */
export interface PartedFrame {
  table_id?: number;
  at?: string;
  type: "parted";
  code: number;
}

/** The answer to a ping: the line holds. */
export interface PongFrame {
  table_id?: number;
  at?: string;
  type: "pong";
}

export type Frame =
  | SnapshotFrame
  | UpdateFrame
  | CardsFrame
  | YouFrame
  | EntryFrame
  | ClosedFrame
  | PresenceFrame
  | RefusedFrame
  | MovedFrame
  | OutFrame
  | InAgainFrame
  | BountyFrame
  | MessageFrame
  | PartedFrame
  | PongFrame;

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

/** `at` says which of the socket's tables: `table/5` by its id, or `pool/3/1`, an entry in a pool by the pool's id and the entry's number. */
export interface AtTable {
  at: string;
}

/** `version` is the one that the player decided on. */
export interface ActWish {
  at: string;
  type: "act";
  action: Action;
  version: number;
}

/** Sent again under the same key, it is the same wish. */
export interface TopUpWish {
  at: string;
  type: "top_up";
  amount: number;
  key: string;
}

export interface ChooseWish {
  at: string;
  type: "choose";
  posts?: boolean;
  straddles?: boolean;
  tops_up?: boolean;
  rebuys?: boolean;
  posts_always?: boolean;
  rests?: Rests;
}

/** With `after_hand` the hand that is played is played to its end. */
export interface LeaveWish {
  at: string;
  type: "leave";
  after_hand?: boolean;
}

/** In a pool: fold, in or out of turn (FAST-1), the `hand` that the player decided on; with `view` they watch it to its end (FAST-2). */
export interface FoldWish {
  at: string;
  type: "fold";
  hand: number;
  view?: boolean;
}

/** Show the cards that one need not show, all or these (SHOW-2). */
export interface ShowWish {
  at: string;
  type: "show";
  cards?: Array<string>;
}

/** `new_hand` is a pool's: whoever watches goes on (FAST-2). */
export interface PlainWish {
  at: string;
  type: "snapshot" | "sit_out" | "come_back" | "stay" | "new_hand";
}

/** Show this table, from a snapshot on, or no longer. */
export interface JoinWish {
  at: string;
  type: "join" | "part";
}

/** Of no table: whether the line holds. */
export interface PingWish {
  type: "ping";
}

export type Wish =
  | ActWish
  | TopUpWish
  | ChooseWish
  | LeaveWish
  | FoldWish
  | ShowWish
  | PlainWish
  | JoinWish
  | PingWish;
