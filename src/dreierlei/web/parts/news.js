/** What has changed between two updates of a match, and the known positions of its current game. No drawing. */

/**
 * Whether the board changed at all, and whether that was one move forward in the same game.
 *
 * @param {MatchView} before
 * @param {MatchView} news
 * @returns {{ changed: boolean, forward: boolean, sameGame: boolean }}
 */
export function compare(before, news) {
  const sameGame = before.round === news.round && before.start === news.start;
  const kept = before.line.every((move, index) => move === news.line[index]);
  const forward = sameGame && kept && news.line.length === before.line.length + 1;
  const changed = !sameGame || !kept || news.line.length !== before.line.length;
  return { changed, forward, sameGame };
}

/**
 * The positions of the current game by ply, as far as they have been shown or requested.
 *
 * @param {MatchView} match
 * @param {(from: string, moves: string[]) => Promise<PositionView>} ask
 */
export function createPast(match, ask) {
  /** @type {Map<number, PositionView>} */
  let known = new Map([[match.line.length, match.position]]);

  return {
    /**
     * Records an update; drops positions that are no longer part of the game.
     *
     * @param {MatchView} news
     * @param {{ changed: boolean, forward: boolean }} difference
     */
    take(news, { changed, forward }) {
      if (changed && !forward) known = new Map();
      known.set(news.line.length, news.position);
    },
    /** @param {number} ply */
    seen: (ply) => known.get(ply),
    /**
     * The position after so many moves; requests it if necessary.
     *
     * @param {MatchView} now
     * @param {number} ply
     */
    async at(now, ply) {
      const seen = known.get(ply);
      if (seen) return seen;
      const current = known;
      const position = await ask(now.start, now.line.slice(0, ply));
      current.set(ply, position);
      return position;
    },
  };
}
