export const expenses = 'expenses';
export const events = 'events';

const of = (loaded: number, total?: number) => (total === undefined ? String(loaded) : `${loaded} of ${total}`);

export const all = (total?: number) => (total === undefined ? 'Print all' : `Print all ${total}`);
export const loading = (noun: string, loaded: number, total?: number) =>
  `Loading the ${noun} to print: ${of(loaded, total)}`;
export const failed = 'The rest of the list could not be loaded, so nothing was printed.';
/** The printed note above a list that is not complete. */
export const part = (noun: string, loaded: number, total?: number) =>
  `Only the first ${of(loaded, total)} ${noun} are printed here. “Print all” above the list prints every one.`;
