/** Setting a new password with an admin's code, below the login. */
export const title = 'Reset with admin code';
export const email = 'Account email';
export const code = '6-digit code';
export const newPassword = 'New password';
export const passwordHint = 'Min 10 chars, upper/lower/number/symbol';
export const confirmation = 'Confirm new password';
export const submit = 'Reset password';
export const incomplete = 'Email, code, and new password are required';
export const codeInvalid = 'Code must be 6 digits';
export const mismatch = 'Passwords do not match';
export const done = 'Password has been reset. You can now sign in.';
export const failed = 'Failed to reset password with code';
