// What goes over the wire. Written by `make wire` from the Python messages in server/wire/; do not edit.

/**
 * Anything that a player does besides moving. Against the computer and on one screen a takeback needs no consent, and
 * on one screen neither does a draw: asking is enough. `next` begins the next game of the match, `rematch` a new match
 * with the same people (an offer, if the opponent is somebody else). `cancel` withdraws an invitation that nobody has
 * accepted, `claim` wins a game without a clock whose other player has not moved for the agreed days.
 */
export interface Action {
  action: ActionName;
  number: number;
  /** On one screen, the player who acts; otherwise the sender. */
  player: Player | null;
}

export type ActionName =
  | "offer_draw"
  | "accept_draw"
  | "decline_draw"
  | "ask_takeback"
  | "accept_takeback"
  | "decline_takeback"
  | "resign"
  | "give_up"
  | "swap"
  | "next"
  | "rematch"
  | "stop_thinking"
  | "cancel"
  | "claim";

/** From the page: anything else a player does. */
export interface ActionSent {
  action: ActionName;
  number: number;
  /** On one screen, the player who acts; otherwise the sender. */
  player: Player | null;
  v: 1;
  type: "action";
}

/** The results of a search so far. */
export interface AnalysisView {
  lines: LineView[];
  depth: number;
  nodes: number;
  /** Whether the score of the first line is the proved value of the position. */
  exact: boolean;
}

/** The state of an attempt. `played` includes the replies; `steps` are the positions after each of its moves. */
export interface AttemptView {
  state: "open" | "wrong" | "solved";
  played: string[];
  steps: PositionView[];
  plies: number;
  refutation: RefutationView | null;
}

/** How many positions with so many stones the player to move wins, draws and loses. */
export interface Balance {
  own: number;
  their: number;
  wins: number;
  draws: number;
  losses: number;
}

export type Block = TextBlock | DiagramBlock;

/** An opening book: positions by their canonical texts, with their values to the player to move, in hundredths. */
export interface BookView {
  values: Record<string, number>;
}

/** A rectangle of the plane. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** To the page: what has changed. The connected players may change without a new number. */
export interface ChangeNews {
  v: 1;
  type: "change";
  /** The number of the match to which this change applies; a client with another number needs the whole match. */
  after: number;
  /** The number of the match after the change. */
  number: number;
  match: MatchPart;
}

/** Counts to be shown as bars. */
export interface ChartView {
  title: Words;
  columns: Column[];
}

export type Clock = NoClock | FischerClock | DaysClock;

/** The clock at the time of the message. The page counts down from there. */
export interface ClockView {
  setting: Clock;
  /** The seconds that each player has left. */
  left: [number, number] | null;
  running: Player | null;
}

/** What went wrong, for programs, with the HTTP status of the answer. */
export type Code =
  | "bad_request"
  | "not_allowed"
  | "not_found"
  | "conflict"
  | "too_large"
  | "illegal_move"
  | "too_many"
  | "internal"
  | "busy"
  | "unavailable";

/** A bar of a chart. */
export interface Column {
  label: string;
  count: number;
}

/** The computer as an opponent. */
export interface Computer {
  kind: "computer";
  level: number;
  /** What the computer prefers among moves that it considers about equal. */
  style: Style;
}

/**
 * Something to point at that is not a place: a corner where stones are pushed in, a ring, a button. It is named like
 * its target. A button is drawn only where it can be used, beside the hand of the player to move.
 */
export interface Control {
  name: string;
  x: number;
  y: number;
  shape: "corner" | "ring" | "button";
  /** Where the arrow of a corner points, in degrees clockwise from the right. */
  angle: number;
}

/** The lessons of a game, in order. */
export interface CourseView {
  game: string;
  lessons: LessonView[];
}

/** Days for each move. */
export interface DaysClock {
  kind: "days";
  days: number;
}

/** A position to draw, from which readers can try moves. */
export interface DiagramBlock {
  kind: "diagram";
  position: PositionView;
  marks: string[];
  caption: string;
}

/** The shape of every error. */
export interface ErrorAnswer {
  error: ErrorView;
}

/** To the page: what it sent was not accepted. */
export interface ErrorNews {
  v: 1;
  type: "error";
  error: ErrorView;
}

/** What went wrong: a code for programs, and for people a sentence by its key and values. */
export interface ErrorView {
  key: string;
  values: Record<string, Value>;
  code: Code;
  /** The sentence in English. */
  message: string;
}

/** A word that a position line has after the turn: a side's stones in hand, another count, or a place. */
export interface Field {
  kind: "white_hand" | "black_hand" | "number" | "place";
  title: Record<"de" | "en" | "lb", string>;
  /** The count that ends the game. */
  limit: number | null;
}

/** Seconds for the game, and an increment for each move made. */
export interface FischerClock {
  kind: "fischer";
  initial: number;
  increment: number;
}

/** The parts of the ground that a page may show, in units of the layout. */
export interface Frames {
  /** The board with its labels and the stones in hand. */
  whole: Box;
  /** The board with its labels. */
  labelled: Box;
  /** The board alone. */
  bare: Box;
}

/** Somebody who is invited by a link. */
export interface Friend {
  kind: "friend";
}

/** The moves of one game of a match. */
export interface GameLine {
  variant: string;
  start: string;
  moves: string[];
  result: string;
}

/** A finished game of a match. */
export interface GameSummary {
  round: number;
  white: Player;
  result: string;
  reason: string;
  points: number | null;
  /** Whether the players have swapped sides; `white` is who was White after that. */
  swapped: boolean;
  plies: number;
}

/** A game's declaration. */
export interface GameView {
  id: string;
  names: Words;
  about: Words;
  /** The board in play, for pictures: a letter for each place. */
  stones: string;
  options: OptionView[];
  scoring: "games" | "points";
  length: number;
  give_up: boolean;
  /** The levels at which the computer plays it, from the lowest to full strength. */
  levels: number[];
  /** Whether full strength plays openings from a book, which is at `/api/books/GAME`. */
  book: boolean;
  terms: Terms;
  sgf: boolean;
  /** The parts that can be printed. */
  sheets: string[];
  /** How many puzzles there are. */
  puzzles: number;
  /** The names of its lessons, in order. */
  lessons: string[];
}

/** The finished games of the match: the first `kept` stay, followed by `added`. */
export interface GamesChange {
  kept: number;
  added: GameSummary[];
}

/** The stones that each side begins with in hand, where players need to see how many are left. */
export interface Hands {
  stones: number;
}

/** Two people at this screen; `name` is that of the second. */
export interface Here {
  kind: "here";
  name: string | null;
}

/** A request to take the free seat. `invite` is the code in the link. */
export interface Join {
  invite: string;
  name: string | null;
}

/** The value of a position of a game; see `dreierlei.review`. */
export interface JudgementView {
  known: boolean;
  winner: Side | null;
  plies: number | null;
  ply: number;
  chance: number;
  best: string[];
  /** The value in words. */
  message: MessageView;
}

/** A match that was played in a page, to be continued on the server. */
export interface KeptMatch {
  /** With a definite colour; against the computer, or two people on one screen. */
  settings: NewMatch;
  /** When it began, in seconds since 1970. */
  at: number;
  /** The entries, such as `1700000000000 move 0 b2`: time in milliseconds, kind, player, text. */
  log: string[];
}

/** The tiles of which a board is made; see `dreierlei.options.Kit`. */
export interface KitView {
  tiles: Record<string, string>[];
  names: Record<string, Words>;
  title: Words;
  table: string;
  drawn: Record<string, string[]>;
}

/** A text beside the board. */
export interface Label {
  text: string;
  x: number;
  y: number;
}

/** The move that led to a position, and what it did to the stones, in order. */
export interface LastMove {
  text: string;
  targets: string[];
  motion: Step[];
}

/** A board as it is drawn, on paper, on the screen and in the terminal. */
export interface Layout {
  places: Place[];
  /** The places in the order in which a position line writes them. */
  rows: number[][];
  /** Left, top, right, bottom of the board without labels. */
  bounds: [number, number, number, number];
  strokes: [number, number][][];
  rings: Ring[];
  controls: Control[];
  labels: Label[];
  hands: Hands | null;
  /** Characters per unit, across and down, when the board is drawn as text. */
  text_scale: [number, number];
}

/** A lesson in one language: its position, its texts, and the learner's turns. */
export interface LessonView {
  name: string;
  title: string;
  text: string;
  done: string;
  position: PositionView;
  marks: string[];
  turns: TurnView[];
}

/** The moves of the current game: the first `kept` stay, followed by `added`. */
export interface LineChange {
  kept: number;
  added: string[];
}

/** A line of play, with its score for the player who begins it. */
export interface LineView {
  moves: string[];
  score: Score;
  /** The score in words. */
  message: MessageView;
}

/** The value of every first move of a variant. */
export interface MapView {
  variant: string;
  options: Record<string, string>;
  values: Record<string, ValueView>;
}

/** A match in a list. */
export interface MatchCard {
  id: string;
  variant: string;
  seats: [SeatView, SeatView];
  turn: Player | null;
  yours: Player[];
  stones: string;
  score: [number, number];
  over: boolean;
  /** How the current game ended, in words; the winner is named by their side. */
  result: MessageView | null;
  /** Who won the current game. */
  winner: Player | null;
  /** Seconds since 1970. */
  changed: number;
}

/** To the page: the whole match. Sent after connecting, and when a change is not enough. */
export interface MatchNews {
  v: 1;
  type: "match";
  match: MatchView;
}

/** The fields of a `MatchView` that may have changed. The others stay as they were. */
export interface MatchPart {
  seats?: [SeatView, SeatView];
  yours?: Player[];
  white?: Player;
  round?: number;
  score?: [number, number];
  turn?: Player | null;
  position?: PositionView;
  line?: LineChange;
  games?: GamesChange;
  outcome?: Outcome | null;
  stake?: number | null;
  swap?: "begins" | "open" | "taken" | "past" | null;
  over?: boolean;
  winner?: Player | null;
  clock?: ClockView;
  claim_from?: number | null;
  offers?: Offer[];
  thinking?: boolean;
  invite?: string | null;
  rematch?: string | null;
  answer?: MessageView | null;
  result?: MessageView | null;
}

/** A complete match as one viewer may see it: a page that gets this needs no earlier messages. */
export interface MatchView {
  v: 1;
  id: string;
  number: number;
  variant: string;
  scoring: "games" | "points";
  length: number;
  seats: [SeatView, SeatView];
  /** The seats that the viewer may play for: none, one, or both on one screen. */
  yours: Player[];
  white: Player;
  round: number;
  score: [number, number];
  /** Who is to move; None while a seat is free, and when the game is over. */
  turn: Player | null;
  position: PositionView;
  /** The moves of the current game. */
  line: string[];
  /** The line of the position from which the current game began. */
  start: string;
  games: GameSummary[];
  /** How the current game ended: by the rules, by agreement, by the clock. */
  outcome: Outcome | null;
  /** What the opponent would score if the player to move gave up now; None if that is not possible. */
  stake: number | null;
  /** The moves after which players may swap sides; 0: they may not. */
  swap_after: number;
  /**
   * None without the swap rule; "begins" while one player makes the moves of both sides, "open" if the player to move
   * may take over the other side now, "taken" if that has happened in this game, "past" if it no longer can.
   */
  swap: "begins" | "open" | "taken" | "past" | null;
  over: boolean;
  winner: Player | null;
  clock: ClockView;
  /** When the player who waits for a move may claim the game, in seconds since 1970; None if nobody ever may. */
  claim_from: number | null;
  offers: Offer[];
  /** Whether the computer is thinking about a move. */
  thinking: boolean;
  /** The code for taking the free seat; only the player who invites sees it. */
  invite: string | null;
  public: boolean;
  /** The match that follows this one. */
  rematch: string | null;
  /** The computer's answer to a draw offer, if it has just given one. */
  answer: MessageView | null;
  /** How the current game ended, in words for the viewer. The winner is named by their side. */
  result: MessageView | null;
}

/** A text by its key, with the values that fill it. The texts are at `/web/locale/LANGUAGE.json`. */
export interface MessageView {
  key: string;
  values: Record<string, Value>;
}

/** Expected wrong answers in a lesson; see `dreierlei.courses.Mistake`. */
export interface MistakeView {
  moves: string[];
  says: string;
  reply: string | null;
}

/** A move that decided the game, or helped to decide it; see `dreierlei.review.moments`. */
export interface MomentView {
  /** The ply after the move. */
  ply: number;
  /** The best move instead: the first of the best line from the position before. */
  better: string;
  sentences: MessageView[];
}

/** From the page: a move. */
export interface MoveSent {
  move: string;
  number: number;
  v: 1;
  type: "move";
}

/** A legal move: its notation, and the targets to point at, in order. */
export interface MoveView {
  text: string;
  targets: string[];
}

/** The solver's own moves so far, without the replies. */
export interface Moves {
  moves: string[];
}

/** The settings of a new match. */
export interface NewMatch {
  /** A game's id, with options if wanted: `qango6:opening=burg`, `die-drei:board=random`. */
  variant: string;
  opponent: Opponent;
  colour: "white" | "black" | "random";
  /** Games, or points if the game is scored by points. By default, one game, or the game's own number of points. */
  length: number | null;
  clock: Clock;
  name: string | null;
  /** Without a clock: after so many days without a move, the opponent in a match by link may claim the game. */
  claim_days: number;
  /** Whether the match is listed for everybody to watch. */
  public: boolean;
  /**
   * If not 0, the number of moves that the player who begins makes for both sides; then the other may take over that
   * player's side instead of moving.
   */
  swap: 0 | 1 | 3 | 5 | 7;
  /** A position's line to begin from, instead of the game's initial position; then the match is one game. */
  start: string | null;
}

/** A request for a token for a program. */
export interface NewToken {
  name: string | null;
}

export type News = MatchNews | ChangeNews | PhraseNews | ErrorNews | Pong;

/** No time limit. */
export interface NoClock {
  kind: "none";
}

/** An offer that awaits the other player's answer. */
export interface Offer {
  kind: "draw" | "takeback" | "rematch";
  by: Player;
}

/** A move in the explorer: its exact value, its book value in hundredths for its player, and results of games. */
export interface OpeningView {
  text: string;
  value: ValueView | null;
  book: number | null;
  self_play: TallyView;
  played: TallyView;
}

/** What is known about the moves of a position, the best first; `evidence` is whether anything is known. */
export interface OpeningsView {
  moves: OpeningView[];
  evidence: boolean;
}

export type Opponent = Computer | Friend | Here;

/** A choice that makes a variant. */
export interface OptionView {
  name: string;
  kind: "choice" | "number" | "board";
  default: string;
  title: Words;
  about: Words;
  choices: string[];
  /** Values that stand for a randomly drawn one. */
  drawn: string[];
  /** The default, the choices and the values in `drawn`, in words. */
  labels: Record<string, Words>;
  /** Its name in records. */
  tag: string;
  /** The tiles of its boards, so that a page can draw one at random. */
  kit: KitView | null;
}

/** How a game ended: the winner (None for a draw), why, and the points where a game has them. */
export interface Outcome {
  winner: Side | null;
  reason: string;
  points: number | null;
}

/** A page of text with diagrams. */
export interface PageView {
  title: string;
  blocks: Block[];
}

export type Phrase = "hello" | "good_luck" | "well_played" | "thanks" | "oops" | "one_moment" | "again" | "bye";

/** To the page: a player sent a phrase. */
export interface PhraseNews {
  v: 1;
  type: "said";
  by: Player;
  phrase: Phrase;
}

/** From the page: checks that the connection is alive. */
export interface Ping {
  v: 1;
  type: "ping";
}

/** Where a stone can stand. Coordinates grow to the right and downwards; a cell is one unit wide. */
export interface Place {
  name: string;
  x: number;
  y: number;
  shape: "cell" | "point" | "hole";
  /** The colour of the ground: `red`, `yellow`, `green`, `blue`, `orange`, or none. */
  tint: string;
  /** A letter that identifies the ground without colour. */
  letter: string;
  /** Cells of one group are drawn with a common border. */
  group: number | null;
  /** What the ground shows besides its tint: how a piece moves from here. Grounds without one are hatched. */
  sign: "" | "plus" | "cross" | "hook" | "ring";
}

/** A move; `number` is the last entry that its player has seen. */
export interface PlayMove {
  move: string;
  number: number;
}

export type Player = 0 | 1;

/** To the page: the answer to a ping. */
export interface Pong {
  v: 1;
  type: "pong";
}

/** A position with everything that a board needs to show it and to let somebody move. */
export interface PositionView {
  /** The position as text, which `dreierlei.position` reads. */
  line: string;
  variant: string;
  turn: Side;
  /** One letter for each place of the layout: `.`, `w`, `b` or `n`. */
  stones: string;
  hands: [number, number] | null;
  /** The values of the variant's fields: counts, or the index of a place (-1: none). */
  fields: number[];
  /** How often the position has occurred, where repetition counts. */
  occurrences: number;
  moves: MoveView[];
  /** What the player to move does next, by the targets chosen so far, joined by spaces. */
  prompts: Record<string, MessageView>;
  /** The stones after the targets chosen so far, joined by spaces, where the last one is not a place. */
  previews: Record<string, string>;
  /** The piece within whose reach the next one is placed, where the game has such a rule. */
  reach: Reach | null;
  last: LastMove | null;
  outcome: Outcome | null;
  /** The places that decided the game. */
  winning: string[];
}

/**
 * A puzzle in a list. `grade` is from 1, easy, to 5; `difficulty` is the percentage of tries that miss it. `line` is
 * its position.
 */
export interface PuzzleCard {
  id: string;
  game: string;
  plies: number;
  grade: number | null;
  difficulty: number;
  line: string;
}

/** A puzzle: the player to move wins in `plies`. One from somebody's own game has no grade. */
export interface PuzzleView {
  id: string;
  game: string;
  plies: number;
  grade: number | null;
  difficulty: number;
  line: string;
  position: PositionView;
}

/** A piece that limits where the next one may go, and the places within its reach. */
export interface Reach {
  start: string;
  places: string[];
}

/** Why a move is wrong; see `dreierlei.puzzles.Refutation`. `steps` are the positions after each of its moves. */
export interface RefutationView {
  kind: "over" | "loses" | "draws" | "holds" | "slower";
  moves: string[];
  steps: PositionView[];
  plies: number | null;
}

/** Evenly spaced places around the origin that turn together. Named like its target. */
export interface Ring {
  name: string;
  /** In clockwise order. */
  places: number[];
  radius: number;
  /** Which way it turns. */
  clockwise: boolean;
}

/** One of the phrases. */
export interface Say {
  phrase: Phrase;
}

/** From the page: a phrase. */
export interface SaySent {
  phrase: Phrase;
  v: 1;
  type: "say";
}

/**
 * What a line is worth to the player who begins it. A `result` is proved: it follows from the rules, not from
 * estimates. Without one there is an `estimate` in hundredths, where a whole unit is about a stone or a strong threat.
 * >>> print(Score("win", plies=7, exact=True), Score("draw", exact=True), Score(estimate=35)) wins in 7 draw +0.35
 */
export interface Score {
  result: "win" | "draw" | "loss" | null;
  /** Plies until the game is won or lost: exact if `exact`, otherwise an upper bound; None where not known. */
  plies: number | null;
  estimate: number | null;
  /** Whether both the result and, where there is a winner, the number of plies are proved. */
  exact: boolean;
  /** The opponent, if a hasty one is likely to lose a draw; see `traps`. */
  hard_for: Side | null;
}

/** A player of a match. */
export interface SeatView {
  /** None while the seat is free; empty if the player gave no name, so that pages use a word of their own. */
  name: string | null;
  /** The computer's level; None for a person. */
  computer: number | null;
  style: Style | null;
  /** Whether the player of this seat is connected. */
  here: boolean;
}

export type Sent = MoveSent | ActionSent | SaySent | Ping;

/** Puzzles of rising difficulty, to be solved one after the other until so many mistakes or seconds. */
export interface SeriesView {
  kind: "rush" | "streak";
  mistakes: number;
  seconds: number | null;
  puzzles: PuzzleCard[];
}

/** White or Black. White moves first. */
export type Side = "white" | "black";

export type SideName = "white" | "black";

/** How the engine's games against itself ended after a line of first moves. */
export interface StatisticView {
  moves: string[];
  tally: TallyView;
  /** The plies from there within which neither side can force a win, as proved; null if nothing is proved. */
  open_plies: number | null;
}

/** What one stone does in a move. First stones are placed, moved, pushed and taken; then a ring turns. */
export interface Step {
  kind: "place" | "move" | "push" | "take" | "turn";
  stone: "w" | "b" | "n";
  /** The place that it leaves; None: its owner's hand. */
  start: string | null;
  /** The place that it reaches; None: it leaves the board, for its owner's hand if it is pushed out. */
  end: string | null;
  /** The ring that carries it in a turn. */
  ring: string | null;
}

/** The last event of a stream, with the error if there was one. */
export interface StreamEnd {
  error: ErrorView | null;
}

export type Style = "plain" | "solid" | "daring" | "tricky";

/** How some games ended. */
export interface TallyView {
  white: number;
  draws: number;
  black: number;
  games: number;
}

/** Something that a player can point at in a move. `text` is its part of the notation. */
export interface Target {
  text: string;
  kind: "place" | "take" | "corner" | "ring" | "pass";
  /** The index of the place, if the target is one. */
  place: number | null;
  /** What people call it, where that is not the name of its place. */
  words: Record<"de" | "en" | "lb", string> | null;
  /** A short form for lists of moves, where its text means nothing to people. */
  sign: Record<"de" | "en" | "lb", string> | null;
}

/** What the players of a match can agree on: the minimum and maximum of each number. */
export interface Terms {
  length: [number, number];
  initial: [number, number];
  increment: [number, number];
  days: [number, number];
}

/** A part of a page, as HTML. */
export interface TextBlock {
  kind: "text";
  html: string;
}

/** The token that a program sends from then on, and the public id of its player. */
export interface Token {
  token: string;
  player: string;
}

/**
 * A row of stones in hand: its height in the picture, the stones' radius, where each of them lies, where their number
 * is written, and where buttons beside it end.
 */
export interface Tray {
  y: number;
  radius: number;
  slots: number[];
  count: number;
  right: number;
}

/** What is known about a game. */
export interface TruthView {
  blocks: TextBlock[];
  maps: MapView[];
  charts: ChartView[];
  balance: Balance[];
  statistics: StatisticView[];
}

/** A turn of the learner; see `dreierlei.courses.Turn`. Moves are texts or patterns with `*`, `?` and `[…]`. */
export interface TurnView {
  task: string;
  right: string[];
  mistakes: MistakeView[];
  otherwise: string | null;
  replies: string[];
  offers_give_up: boolean;
}

export type Value = string | number | MessageView | Words | Value[];

/** The exact value of a position, if it is known. */
export interface ValueView {
  known: boolean;
  winner: Side | null;
  plies: number | null;
  /** The value in words. */
  message: MessageView;
}

/** The exact values of a position and of its moves. A move that is not listed was not decided in time. */
export interface ValuesView {
  value: ValueView;
  moves: Record<string, ValueView>;
}

/** A game with its options chosen, and its board. */
export interface VariantView {
  id: string;
  game: string;
  options: Record<string, string>;
  /** The value of each option in words. */
  labels: Record<string, Words>;
  layout: Layout;
  /** What a player can point at in a move. `place` is an index into the layout's places. */
  targets: Target[];
  /** The ground of a place in words, by its tint. */
  grounds: Record<string, Words>;
  /** The fields of a position's line after the turn. */
  fields: Field[];
  /** The empty board as SVG, with the symbols that a page puts on it, in colours for light and dark pages. */
  ground: string;
  /**
   * For each place the symbol of its ground, to be put in the group `cells` of that picture; null for places that turn
   * with a ring and are part of the picture.
   */
  cells: (string | null)[];
  frames: Frames;
  /** The rows of stones in hand below and above the board in its whole frame; empty if stones are not kept in hand. */
  trays: Tray[];
  /** The rules as the core in the page reads them; null if they are written in Python, which only servers run. */
  core: string | null;
}

/** A move that changed the result, or seems to have; `missed_win` if the position before it is a puzzle. */
export interface VerdictView {
  ply: number;
  verdict: "turned" | "slip";
  missed_win: boolean;
}

export type Words = Record<"de" | "en" | "lb", string>;

declare global {
  type Action = import("./wire.js").Action;
  type ActionName = import("./wire.js").ActionName;
  type ActionSent = import("./wire.js").ActionSent;
  type AnalysisView = import("./wire.js").AnalysisView;
  type AttemptView = import("./wire.js").AttemptView;
  type Balance = import("./wire.js").Balance;
  type Block = import("./wire.js").Block;
  type BookView = import("./wire.js").BookView;
  type Box = import("./wire.js").Box;
  type ChangeNews = import("./wire.js").ChangeNews;
  type ChartView = import("./wire.js").ChartView;
  type Clock = import("./wire.js").Clock;
  type ClockView = import("./wire.js").ClockView;
  type Code = import("./wire.js").Code;
  type Column = import("./wire.js").Column;
  type Computer = import("./wire.js").Computer;
  type Control = import("./wire.js").Control;
  type CourseView = import("./wire.js").CourseView;
  type DaysClock = import("./wire.js").DaysClock;
  type DiagramBlock = import("./wire.js").DiagramBlock;
  type ErrorAnswer = import("./wire.js").ErrorAnswer;
  type ErrorNews = import("./wire.js").ErrorNews;
  type ErrorView = import("./wire.js").ErrorView;
  type Field = import("./wire.js").Field;
  type FischerClock = import("./wire.js").FischerClock;
  type Frames = import("./wire.js").Frames;
  type Friend = import("./wire.js").Friend;
  type GameLine = import("./wire.js").GameLine;
  type GameSummary = import("./wire.js").GameSummary;
  type GameView = import("./wire.js").GameView;
  type GamesChange = import("./wire.js").GamesChange;
  type Hands = import("./wire.js").Hands;
  type Here = import("./wire.js").Here;
  type Join = import("./wire.js").Join;
  type JudgementView = import("./wire.js").JudgementView;
  type KeptMatch = import("./wire.js").KeptMatch;
  type KitView = import("./wire.js").KitView;
  type Label = import("./wire.js").Label;
  type LastMove = import("./wire.js").LastMove;
  type Layout = import("./wire.js").Layout;
  type LessonView = import("./wire.js").LessonView;
  type LineChange = import("./wire.js").LineChange;
  type LineView = import("./wire.js").LineView;
  type MapView = import("./wire.js").MapView;
  type MatchCard = import("./wire.js").MatchCard;
  type MatchNews = import("./wire.js").MatchNews;
  type MatchPart = import("./wire.js").MatchPart;
  type MatchView = import("./wire.js").MatchView;
  type MessageView = import("./wire.js").MessageView;
  type MistakeView = import("./wire.js").MistakeView;
  type MomentView = import("./wire.js").MomentView;
  type MoveSent = import("./wire.js").MoveSent;
  type MoveView = import("./wire.js").MoveView;
  type Moves = import("./wire.js").Moves;
  type NewMatch = import("./wire.js").NewMatch;
  type NewToken = import("./wire.js").NewToken;
  type News = import("./wire.js").News;
  type NoClock = import("./wire.js").NoClock;
  type Offer = import("./wire.js").Offer;
  type OpeningView = import("./wire.js").OpeningView;
  type OpeningsView = import("./wire.js").OpeningsView;
  type Opponent = import("./wire.js").Opponent;
  type OptionView = import("./wire.js").OptionView;
  type Outcome = import("./wire.js").Outcome;
  type PageView = import("./wire.js").PageView;
  type Phrase = import("./wire.js").Phrase;
  type PhraseNews = import("./wire.js").PhraseNews;
  type Ping = import("./wire.js").Ping;
  type Place = import("./wire.js").Place;
  type PlayMove = import("./wire.js").PlayMove;
  type Player = import("./wire.js").Player;
  type Pong = import("./wire.js").Pong;
  type PositionView = import("./wire.js").PositionView;
  type PuzzleCard = import("./wire.js").PuzzleCard;
  type PuzzleView = import("./wire.js").PuzzleView;
  type Reach = import("./wire.js").Reach;
  type RefutationView = import("./wire.js").RefutationView;
  type Ring = import("./wire.js").Ring;
  type Say = import("./wire.js").Say;
  type SaySent = import("./wire.js").SaySent;
  type Score = import("./wire.js").Score;
  type SeatView = import("./wire.js").SeatView;
  type Sent = import("./wire.js").Sent;
  type SeriesView = import("./wire.js").SeriesView;
  type Side = import("./wire.js").Side;
  type SideName = import("./wire.js").SideName;
  type StatisticView = import("./wire.js").StatisticView;
  type Step = import("./wire.js").Step;
  type StreamEnd = import("./wire.js").StreamEnd;
  type Style = import("./wire.js").Style;
  type TallyView = import("./wire.js").TallyView;
  type Target = import("./wire.js").Target;
  type Terms = import("./wire.js").Terms;
  type TextBlock = import("./wire.js").TextBlock;
  type Token = import("./wire.js").Token;
  type Tray = import("./wire.js").Tray;
  type TruthView = import("./wire.js").TruthView;
  type TurnView = import("./wire.js").TurnView;
  type Value = import("./wire.js").Value;
  type ValueView = import("./wire.js").ValueView;
  type ValuesView = import("./wire.js").ValuesView;
  type VariantView = import("./wire.js").VariantView;
  type VerdictView = import("./wire.js").VerdictView;
  type Words = import("./wire.js").Words;
}
