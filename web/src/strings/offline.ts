export const offline = 'You are offline';
export const unreachable = 'Outlay cannot be reached';
export const loaded = (ago: string, instant: string) =>
  `This list was loaded ${ago} (${instant}). It is loaded again as soon as there is a connection.`;
export const notLoaded = 'The list is loaded as soon as there is a connection.';
