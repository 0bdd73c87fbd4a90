export const rate = 'Exchange rate';
export const waits = 'The exchange rate shows once date and currency are there.';
export const loading = 'Fetching the exchange rate...';
export const failed = 'The exchange rate could not be fetched.';
export const origin = (source: string, day: string) => `${source}, ${day}`;
export const nothingToConvert = 'The reimbursement currency itself: nothing to convert.';
export const provisional = (day: string) =>
  `The rate of this day is not published yet: this is the one of ${day}, and it may still change.`;
export const stale = (day: string) =>
  `There is no rate within a week of this date: this is the newest there is, of ${day}.`;
