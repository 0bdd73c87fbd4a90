/** General errors (specification §8). */
export const network = 'Network error. Check if backend server is running.';
export const arrivedEarlier =
  'Your earlier attempt, before the latest changes, has arrived after all. Look at the list before you send another one.';
export const screenTitle = 'This page could not be shown';
export const screenText = 'Your data is safe. Try again, or reload the page.';
