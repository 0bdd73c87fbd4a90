export const title = (instant: string) => `The past: as of ${instant}`;
export const readOnly = 'Nothing can be changed here.';
export const instant = 'Date and time';
export const future = 'Choose an instant that has passed.';
export const backToNow = 'Back to now';
export const change = 'Another instant';
export const reading = (percent: number) => `The past is being read from the events: ${percent}%`;
export const failed = 'The past could not be read';
export const invites = 'Invites';
export const people = 'People';
export const noReports = 'No reports found';
export const more = 'Show more';
export const sections = 'Sections of the past';
export const events = 'All events of this expense until then';
export const notThere = (expenseId: string) => `${expenseId} did not exist then.`;
export const unchanged = 'The cards say the same now.';
export const since = (changes: string) => `Since then: ${changes}.`;
export const changed = (status: string, then: number, now: number) =>
  then === now ? `${status} with another total` : `${status} ${then} → ${now}`;
