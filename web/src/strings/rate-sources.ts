export const title = 'Exchange rates';
export const bundled = (source: string, licence: string, builtAt: string) =>
  `The bundled table is of ${source} (${licence}), built ${builtAt}. It is used where no live source has a rate.`;
export const sources = 'Sources';
export const noSources = 'There is no live source: every rate is of the bundled table.';
export const source = 'Source';
export const state = 'State';
export const off = 'Off';
export const waiting = 'Not asked yet';
export const current = 'Up to date';
export const late = 'Late';
export const failing = 'Failing';
export const newestDay = 'Newest day';
export const lastTried = 'Last tried';
export const failure = 'What failed';

export const refused = 'Refused values';
export const nothingRefused = 'No value was refused.';
export const currency = 'Currency';
export const day = 'Day';
export const value = 'Value per EUR';
export const comparedWith = 'Compared with';
export const reason = 'Why';
export const refusedAt = 'Refused';
export const notARate = 'It is zero, negative or no number.';
export const unconfirmed = 'It is too far from the one before, and no later value has confirmed it yet.';
export const impossible = 'It is so far off that no later value will confirm it.';
export const noReference = 'There is nothing to compare it with.';
