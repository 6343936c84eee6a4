// What goes over the wire, as `server/wire.py` declares it; a test compares the two.

export type SideName = "white" | "black";
export type Player = 0 | 1;
export type Words = Record<"de" | "en" | "lb", string>;
export type Stone = "w" | "b" | "n";

export interface PlaceView {
  name: string;
  x: number;
  y: number;
  shape: "cell" | "point" | "hole";
  tint: string;
  letter: string;
  group: number | null;
  sign: string;
}

export interface RingView {
  name: string;
  places: number[];
  radius: number;
  step: number;
}

export interface ControlView {
  name: string;
  x: number;
  y: number;
  shape: "corner" | "ring" | "button";
}

export interface LabelView {
  text: string;
  x: number;
  y: number;
}

export interface TargetView {
  text: string;
  kind: "place" | "take" | "corner" | "ring" | "pass";
  place: number | null;
  words: Words | null;
}

export interface LayoutView {
  places: PlaceView[];
  bounds: [number, number, number, number];
  strokes: [number, number][][];
  rings: RingView[];
  controls: ControlView[];
  labels: LabelView[];
  stones: number | null;
}

export interface FieldView {
  kind: "white_hand" | "black_hand" | "number" | "place";
  title: Words;
}

export interface VariantView {
  id: string;
  game: string;
  options: Record<string, string>;
  labels: Record<string, Words>;
  layout: LayoutView;
  targets: TargetView[];
  grounds: Record<string, Words>;
  fields: FieldView[];
  ground: Record<"light" | "dark", string>;
}

export interface MoveView {
  text: string;
  targets: string[];
}

export interface Slide {
  stone: Stone;
  from: number | null;
  to: number | null;
}

export interface Motion {
  slides: Slide[];
  ring: string | null;
}

export interface OutcomeView {
  winner: SideName | null;
  reason: string;
  points: number | null;
}

export interface LastMove extends MoveView {
  motion: Motion;
}

export interface PositionView {
  line: string;
  variant: string;
  turn: SideName;
  stones: string;
  hands: [number, number] | null;
  moves: MoveView[];
  prompts: Record<string, string>;
  last: LastMove | null;
  outcome: OutcomeView | null;
  winning: string[];
}

export interface OptionView {
  name: string;
  kind: "choice" | "number" | "board";
  default: string;
  title: Words;
  about: Words;
  choices: string[];
  drawn: string[];
  labels: Record<string, Words>;
}

export interface GameView {
  id: string;
  names: Words;
  about: Words;
  options: OptionView[];
  scoring: "games" | "points";
  length: number;
  give_up: boolean;
  sgf: boolean;
  sheets: string[];
}

export interface NoClock {
  kind: "none";
}

export interface FischerClock {
  kind: "fischer";
  initial: number;
  increment: number;
}

export interface DaysClock {
  kind: "days";
  days: number;
}

export type Clock = NoClock | FischerClock | DaysClock;

export interface ClockView {
  setting: Clock;
  left: [number, number] | null;
  running: Player | null;
}

export interface Computer {
  kind: "computer";
  level: number;
}

export interface Friend {
  kind: "friend";
}

export interface Here {
  kind: "here";
  name: string | null;
}

export type Opponent = Computer | Friend | Here;

export interface NewMatch {
  variant: string;
  opponent: Opponent;
  colour: "white" | "black" | "random";
  length: number | null;
  clock: Clock;
  name: string | null;
  public: boolean;
  start: string | null;
}

export interface Join {
  invite: string;
  name: string | null;
}

export interface PlayMove {
  move: string;
  number: number;
}

export type ActName =
  | "offer_draw"
  | "accept_draw"
  | "decline_draw"
  | "ask_takeback"
  | "accept_takeback"
  | "decline_takeback"
  | "resign"
  | "give_up"
  | "next"
  | "rematch"
  | "stop_thinking";

export interface Act {
  act: ActName;
  number: number;
  player: Player | null;
}

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "oops" | "one_moment" | "again" | "bye";

export interface Say {
  phrase: Phrase;
}

export interface SeatView {
  name: string | null;
  computer: number | null;
  here: boolean;
}

export interface GameSummary {
  round: number;
  white: Player;
  result: string;
  reason: string;
  points: number | null;
  plies: number;
}

export interface Offer {
  kind: "draw" | "takeback" | "rematch";
  by: Player;
}

export interface MatchView {
  v: 1;
  id: string;
  number: number;
  variant: string;
  scoring: "games" | "points";
  length: number;
  seats: [SeatView, SeatView];
  yours: Player[];
  white: Player;
  round: number;
  score: [number, number];
  turn: Player | null;
  position: PositionView;
  line: string[];
  start: string;
  games: GameSummary[];
  outcome: OutcomeView | null;
  stake: number | null;
  over: boolean;
  winner: Player | null;
  clock: ClockView;
  offers: Offer[];
  thinking: boolean;
  invite: string | null;
  public: boolean;
  rematch: string | null;
}

export interface MatchCard {
  id: string;
  variant: string;
  seats: [SeatView, SeatView];
  turn: Player | null;
  yours: Player[];
  stones: string;
  score: [number, number];
  over: boolean;
  changed: number;
}

export interface Fault {
  code:
    | "bad_request"
    | "not_found"
    | "not_allowed"
    | "illegal_move"
    | "conflict"
    | "too_many"
    | "too_large"
    | "busy"
    | "unavailable"
    | "internal";
  message: string;
}

export interface Failure {
  error: Fault;
}

export interface MoveSent extends PlayMove {
  v: 1;
  type: "move";
}

export interface ActSent extends Act {
  v: 1;
  type: "act";
}

export interface SaySent extends Say {
  v: 1;
  type: "say";
}

export interface Ping {
  v: 1;
  type: "ping";
}

export type Sent = MoveSent | ActSent | SaySent | Ping;

export interface MatchNews {
  v: 1;
  type: "match";
  match: MatchView;
}

export interface Said {
  v: 1;
  type: "said";
  by: Player;
  phrase: Phrase;
}

export interface Refused {
  v: 1;
  type: "error";
  error: Fault;
}

export interface Pong {
  v: 1;
  type: "pong";
}

export type News = MatchNews | Said | Refused | Pong;
