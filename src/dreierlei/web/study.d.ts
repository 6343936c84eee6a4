/** The types of `server/findings.py`, as the pages see them. */

import type { PositionView, SideName } from "./wire.js";

export interface ScoreView {
  result: "win" | "draw" | "loss" | null;
  plies: number | null;
  estimate: number | null;
  exact: boolean;
}

export interface LineView {
  moves: string[];
  score: ScoreView;
}

export interface AnalysisView {
  lines: LineView[];
  depth: number;
  nodes: number;
  seconds: number;
  exact: boolean;
}

export interface ValueView {
  known: boolean;
  winner: SideName | null;
  plies: number | null;
}

export interface ValuesView {
  value: ValueView;
  moves: Record<string, ValueView>;
}

export interface JudgementView extends ValueView {
  ply: number;
  chance: number;
  best: string[];
}

export interface VerdictView {
  ply: number;
  verdict: "turned" | "slip";
}

export interface GameLine {
  start: string;
  variant: string;
  moves: string[];
  names: [string | null, string | null];
  result: string;
  reason: string;
}

export type Block =
  { kind: "text"; html: string } | { kind: "diagram"; position: PositionView; marks: string[]; caption: string };

export interface PageView {
  title: string;
  blocks: Block[];
}

export interface PuzzleCard {
  id: string;
  game: string;
  plies: number;
}

export interface PuzzleView extends PuzzleCard {
  position: PositionView;
}

export interface AttemptView {
  state: "open" | "wrong" | "solved";
  played: string[];
  steps: PositionView[];
  plies: number;
}

export interface MapView {
  variant: string;
  options: Record<string, string>;
  values: Record<string, ValueView>;
}

export interface ChartView {
  title: Record<"de" | "en" | "lb", string>;
  columns: { label: string; count: number }[];
}

export interface Balance {
  own: number;
  their: number;
  wins: number;
  draws: number;
  losses: number;
}

export interface TruthView {
  game: string;
  blocks: { html: string }[];
  maps: MapView[];
  charts: ChartView[];
  balance: Balance[];
}
