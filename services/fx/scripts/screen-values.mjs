import Big from 'big.js';

const DIGITS = 10;
/** The largest believable move between two published days; beyond it a value waits for the next day to confirm it. */
const MAX_MOVE = 0.25;

/** A feed's number as a decimal text of at most ten significant digits, or null where it is no rate at all. */
export function toPerEur(value) {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  const perEur = new Big(value).prec(DIGITS, Big.roundHalfUp).toFixed();
  return perEur.split('.')[1]?.length > 20 ? null : perEur;
}

const moved = (before, after) => new Big(after).div(before).minus(1).abs().gt(MAX_MOVE);

/** The middle one of the first three values: where to start believing, since the very first may be a slip. */
function startOf(values) {
  const first = values.filter((value) => value !== null).slice(0, 3);
  return first.sort((a, b) => new Big(a).cmp(b))[(first.length - 1) >> 1];
}

/**
 * One currency's values over the published days (null: not published), with every value taken out that lies more than
 * 25% off the last believed one and is not confirmed by the value published next: a slip of the feed, not a devaluation.
 */
export function screen(values) {
  let believed = startOf(values);
  const quarantined = [];
  const kept = values.map((value, index) => {
    if (value === null) return null;
    const next = values.slice(index + 1).find((later) => later !== null);
    if (moved(believed, value) && (next === undefined || moved(value, next))) {
      quarantined.push({ index, value });
      return null;
    }
    believed = value;
    return value;
  });
  return { kept, quarantined };
}
