export const line = (parts: string) => `Exchange rates: ${parts}`;
export const stateUnknown = 'Exchange rates: their state is not known.';
export const noLiveSource = 'no live source';
export const noneAnswers = (sources: number) => `none of ${sources} live sources answers`;
export const bundled = (day: string, days: number) =>
  `bundled table up to ${day}, ${days} ${days === 1 ? 'day' : 'days'} old`;
export const waiting = 'not asked yet';
export const late = 'late';
export const failing = 'failing';
export const details = 'Details';
