// Written by `make types` from tables.engine.events, tables.wire.frame_types, tables.wire.wishes: change those.

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

/** The cards dealt to `each` player and to the board after the `burn`, and the round that follows; `bets` is a fixed bet in big blinds. */
export interface StreetTold {
  name: string;
  each: number;
  burn: number;
  board: number;
  bets: number;
  round: "betting" | "opening" | "exchange" | "closing";
}

/** A betting structure; `cap` is the number of fixed bets in a round. */
export interface LimitTold {
  name: string;
  pot: boolean;
  fixed: boolean;
  cap: number | null;
}

/** The contest for a part of the pot; `of_hand` hole cards must count, 0: any number. */
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
  button_blind?: boolean;
  streets: Array<StreetTold>;
  limit: LimitTold;
  contests: Array<ContestTold>;
}

/** The settings of a room, see `HouseRules`; a missing one is as in the first release. */
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

/** A pot without a winner, and the rank of the pair that opens the next hand. */
export interface CarriedTold {
  pot: number;
  openers: string;
}

/** All facts that the hand is played by. `deck` and `reshuffle` are for the server only. */
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
  | "button"
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

/** The hole cards of all players, by seat; "??" for hidden ones. */
export interface Hole {
  e: "hole";
  cards: Record<string, Array<string>>;
}

/** A decision with its effect; `to` is the seat's whole bet on the street. */
export interface ActEvent {
  e: "act";
  seat: number;
  kind: string;
  to: number;
  added: number;
  all_in: boolean;
}

/** The return of chips that no other player covered. */
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

/** An exchange of cards. All players know how many cards were changed, and how many discards came back into the stub; only their owner knows the cards. */
export interface Changed {
  e: "draw";
  seat: number;
  count: number;
  discarded: Array<string>;
  cards: Array<string>;
  reshuffled: number;
}

/** No winner: the pot stays for the next hand, which opens with `openers` or better. */
export interface Redeal {
  e: "redeal";
  pot: number;
  openers: string;
}

/** `ranking` is None while the board is incomplete, and where some cards stay hidden ("??"); `openers` are the cards with which an opener opened. */
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

/** The rake, taken before the pots are paid (RAKE-1). */
export interface Rake {
  e: "rake";
  amount: number;
}

/** Chips from a pot (0: the main pot) and the winning hand; `side` 1 is a hi/lo game's low. */
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

/** The stacks of all players after the hand. */
export interface End {
  e: "end";
  stacks: Record<string, number>;
}

export type Event =
  | Start
  | Ante
  | Blind
  | Hole
  | ActEvent
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

/** A draw: the pot carried, the pair that opens, the opener, how many cards each seat changed, and, for the player alone, whether they may open. */
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

/** A frame about the table `table_id`, which `push` adds. A frame for one socket alone also has `at`, the name that its client uses for the table (JoinWish). */
export interface OfTable {
  table_id?: number;
  at?: string;
}

/** A break; `until` is null while its end is not known. */
export interface BreakNotice {
  kind: "break";
  until: string | null;
}

export interface StartingNotice {
  kind: "starting";
  until: string;
}

/** The drawn prize of a VeloX; `odds` are [multiplier, tickets] pairs, highest first. */
export interface DrawNotice {
  kind: "draw";
  multiplier: number;
  prize: number;
  odds: Array<Array<number>>;
  until: string;
}

/** The greeting of a final table before its first hand: the `prizes` of the players left, in cents, first place first; empty without any. */
export interface FinalTableNotice {
  kind: "final_table";
  prizes: Array<number>;
  until: string;
}

export interface HandForHandNotice {
  kind: "hand_for_hand";
  round: number;
}

/** The wait of the table's winner for the next round. */
export interface ShootoutNotice {
  kind: "shootout";
  round: number;
}

export interface PausedNotice {
  kind: "paused";
  cause: string;
  reason: string;
}

/** The seats of players without chips, who may still buy some (TRN-2). */
export interface RebuyNotice {
  kind: "rebuy";
  seats: Array<number>;
  until: string;
}

/** Players talk about a deal; those in these seats have not answered a proposal (DEAL-MAKE). */
export interface DealNotice {
  kind: "deal";
  seats: Array<number>;
}

export interface PlainNotice {
  kind: "waiting" | "finished";
}

export type Notice =
  | BreakNotice
  | StartingNotice
  | DrawNotice
  | FinalTableNotice
  | HandForHandNotice
  | ShootoutNotice
  | PausedNotice
  | RebuyNotice
  | DealNotice
  | PlainNotice;

export type Betting =
  | "blinds"
  | "limit"
  | "ante";

/** A seat and its player; `price` is the bounty in cents. A player who `waits` waits for the big blind (CASH-2), or for a pot to be won that others have built (DRAW-2). At a cash table a player who sits out loses the seat at `out_until`, or after `out_hands` more hands (OUT-2). `avatar` is the key of an uploaded picture (NAME-2). */
export interface SeatView {
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

/** The clock of the player to act: the time bank begins at `action_until`. */
export interface Clock {
  seat: number | null;
  turn_at: string;
  action_until: string;
  due_at: string;
}

/** A free seat of a cash table that is held for a player of the waiting list. */
export interface Held {
  seat: number;
  user: number;
  until: string;
}

/** The public view of a table. `currency` is the ISO 4217 code of its money: the chips of a cash game, prizes and bounties of a tournament. Tables for play money name none. */
export interface TableView {
  id: number;
  name: string;
  event: string;
  currency?: string;
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
  seats: Array<SeatView>;
  held?: Array<Held>;
  hand: HandTold | null;
  clock: Clock | null;
}

export type Rests =
  | ""
  | "hand"
  | "blind";

/** The reader's stay at a cash table: debts and choices (CASH-2, CASH-3), and the cents of a `top_up` after this hand. With `rebuys` an empty stack is bought again for `rebuy` cents, with `tops_up` the stack is filled to the most at each deal. With `posts_always` each debt is posted at once; `rests` is when they will sit out (OUT-2). */
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

/** The private view of the reader's seat. */
export interface You {
  seat: number;
  cards: Array<string>;
  away: boolean;
  may_open?: boolean;
  stay?: Stay | null;
}

/** The public history of the hand: its events, in a very long hand without the first `first` ones, and by seat the names of the players dealt in. */
export interface SoFar {
  first: number;
  names: Record<string, string>;
  events: Array<Event>;
}

/** All that one reader may know of the table. */
export interface SnapshotFrame {
  table_id?: number;
  at?: string;
  type: "snapshot";
  version: number;
  table: TableView;
  so_far: SoFar;
  you: You | null;
  now: string;
}

/** The latest events, the same for all readers; `change` turns the table of the previous version into this one, and applies to no other version. */
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

/** The reader's stay at a cash table; null once they have left. */
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

/** The reader's entry in a pool, in cents: `free` is the stack for the next hand, `at_stake` the chips in hands left, `top_up` is added before the next hand, `rebuy` is the buy-in to offer again, `took` was taken away. `seat_at` is the table of the hand that they play or watch, `hands` the number dealt. */
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

/** The players in seats who are connected to the table. */
export interface PresenceFrame {
  table_id?: number;
  at?: string;
  type: "presence";
  connected: Array<number>;
}

/** The refusal of a frame; `version` is the one in that frame, `rule` the id of the rule behind the refusal (INFO-1). */
export interface RefusedFrame {
  table_id?: number;
  at?: string;
  type: "refused";
  code: string;
  message: string;
  version: number | null;
  rule?: string;
}

/** The move of the reader to another table. */
export interface MovedFrame {
  table_id?: number;
  at?: string;
  type: "moved";
  table: number;
  reason: string;
}

/** The end of the reader's event; place and prize are null while others can still enter. */
export interface OutFrame {
  table_id?: number;
  at?: string;
  type: "out";
  place: number | null;
  prize: number | null;
}

/** The return of a reader whose elimination staff took back. */
export interface InAgainFrame {
  table_id?: number;
  at?: string;
  type: "in_again";
}

/** A bounty of `paid` cents for `name`, won by the player `user` named `by`. */
export interface BountyFrame {
  table_id?: number;
  at?: string;
  type: "bounty";
  paid: number;
  name: string;
  user: number;
  by: string;
}

/** A message of staff. */
export interface MessageFrame {
  table_id?: number;
  at?: string;
  type: "message";
  text: string;
  warning: boolean;
}

/** A line of the table's chat: a text, or the code of a phrase or of a reaction (CHAT-1). Staff have removed one that is `gone`. The reader leaves out players whom they have muted. */
export interface ChatFrame {
  table_id?: number;
  at?: string;
  type: "chat";
  id: number;
  user: number;
  name: string;
  text: string;
  phrase: string;
  reaction: string;
  said_at: string;
  gone: boolean;
}

/** The end, or refusal, of a table on this socket; its reason is in the frame before. `code` is the one that would have closed a socket with no other table. */
export interface PartedFrame {
  table_id?: number;
  at?: string;
  type: "parted";
  code: number;
}

/** The answer to a ping: the connection is alive. */
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
  | ChatFrame
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

/** An action; `to` is the whole bet of bets and raises, `cards` are those of a discard. */
export interface ActionRequest {
  kind: Kind;
  to?: number;
  cards?: Array<string>;
}

/** A player's action; `version` is the one that they decided on. The engine checks the action, and refuses it by its own code. */
export interface ActWish {
  type: "act";
  at: string;
  version: number;
  action: ActionRequest;
}

/** A top-up by `amount` cents; idempotent by `key`. */
export interface TopUpWish {
  type: "top_up";
  at: string;
  amount: number;
  key: string;
}

/** Choices of a player at a cash table; those that are not named stay as they are. */
export interface ChooseWish {
  type: "choose";
  at: string;
  posts?: boolean;
  straddles?: boolean;
  tops_up?: boolean;
  rebuys?: boolean;
  posts_always?: boolean;
  rests?: Rests;
}

/** A request to leave; with `after_hand` only when the hand in progress is over. */
export interface LeaveWish {
  type: "leave";
  at: string;
  after_hand?: boolean;
}

/** A fold in a pool, in or out of turn (FAST-1), of the `hand` that the player decided on; with `view` they watch it to its end (FAST-2). */
export interface FoldWish {
  type: "fold";
  at: string;
  hand: number;
  view?: boolean;
}

/** A request to show cards voluntarily, all or these (SHOW-2). */
export interface ShowWish {
  type: "show";
  at: string;
  cards?: Array<string>;
}

/** A request for the whole table. */
export interface SnapshotWish {
  type: "snapshot";
  at: string;
}

export interface SitOutWish {
  type: "sit_out";
  at: string;
}

export interface ComeBackWish {
  type: "come_back";
  at: string;
}

/** A request to stay, which takes back one to leave. */
export interface StayWish {
  type: "stay";
  at: string;
}

/** The end of watching a hand in a pool (FAST-2). */
export interface NewHandWish {
  type: "new_hand";
  at: string;
}

/** A request to join a table, answered with a snapshot. */
export interface JoinWish {
  type: "join";
  at: string;
}

/** A request to part with a table. */
export interface PartWish {
  type: "part";
  at: string;
}

/** A check of the connection, for no table. */
export interface PingWish {
  type: "ping";
}

/** The state of a page: whether its reader sees it. */
export interface VisibleWish {
  type: "visible";
  visible: boolean;
}

/** The page shows these tables, by id, and events, by name, separated by commas. */
export interface HereWish {
  type: "here";
  shown: string;
}

/** The ids of notices that the reader has seen. */
export interface SeenWish {
  type: "seen";
  ids: Array<number>;
}

export type Wish =
  | ActWish
  | TopUpWish
  | ChooseWish
  | LeaveWish
  | FoldWish
  | ShowWish
  | SnapshotWish
  | SitOutWish
  | ComeBackWish
  | StayWish
  | NewHandWish
  | JoinWish
  | PartWish
  | PingWish;

export type PageWish =
  | PingWish
  | VisibleWish
  | HereWish
  | SeenWish;
