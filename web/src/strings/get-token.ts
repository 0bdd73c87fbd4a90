export const title = 'Auth Token';
export const subtitle = 'For the shortcut that sends receipts from your phone';
export const yourToken = 'Your token';
export const hidden = 'The token is hidden.';
export const show = 'Show token';
export const hide = 'Hide token';
export const copy = 'Copy';
export const back = 'Back';
export const validUntil = (instant: string) => `Works until ${instant}, or until you change your password.`;
export const securityTitle = 'Keep it to yourself';
export const security =
  'Whoever has this token can act as you. Paste it into the shortcut on your own phone and nowhere else, and never send it to anybody.';
export const notLoggedIn = 'Not Logged In';
export const notLoggedInText = 'There is no token on this device. Log in first, then come back to this page.';
export const goToLogin = 'Go to Login';
