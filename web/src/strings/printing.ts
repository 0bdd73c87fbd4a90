export const all = (total: number) => `Print all ${total}`;
export const loading = (loaded: number, total: number) => `Loading the expenses to print: ${loaded} of ${total}`;
export const failed = 'The rest of the list could not be loaded, so nothing was printed.';
/** The printed note below a list that is not complete. */
export const part = (loaded: number, total: number) =>
  `Only the first ${loaded} of ${total} expenses are printed here. “Print all” above the list prints every one.`;
