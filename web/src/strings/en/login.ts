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
