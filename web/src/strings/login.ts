import { isolated } from '@outlay/rules';

export const title = 'Sign in';
export const newHere = 'New here?';
export const createAccount = 'Create an account';

export const email = 'Email';
export const password = 'Password';
export const signIn = 'Sign in';
export const emailRequired = 'Email is required';
export const passwordRequired = 'Password is required';
export const normalised = (email: string) =>
  `Email was normalized to ${isolated(email)} because emails are case-insensitive.`;
export const failed = 'Login failed';

export const registered = (email: string) => `Your account exists. Sign in as ${isolated(email)}.`;
export const ended = 'Your session has ended. Sign in again to go on where you were.';
export const backToSignIn = 'Back to sign in';

export const resetTitle = 'Reset with admin code';
export const resetEmail = 'Account email';
export const code = '6-digit code';
export const newPassword = 'New password';
export const passwordHint = 'Min 10 chars, upper/lower/number/symbol';
export const confirmation = 'Confirm new password';
export const submit = 'Reset password';
export const incomplete = 'Email, code, and new password are required';
export const codeInvalid = 'Code must be 6 digits';
export const mismatch = 'Passwords do not match';
export const done = 'Password has been reset. You can now sign in.';
export const resetFailed = 'Failed to reset password with code';
