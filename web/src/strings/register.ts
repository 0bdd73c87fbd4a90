export const title = 'Create an account';
export const already = 'Already have one?';
export const signIn = 'Sign in';

export const firstName = 'First name';
export const lastName = 'Last name';
export const inviteCode = 'Invite code';
export const inviteFromLink = 'Taken from your invite link.';
export const inviteHint = 'From the invite you were sent.';
export const email = 'Email';
export const password = 'Password';
export const confirmation = 'Confirm password';
export const reimbursementCurrency = 'Reimbursement currency';
export const defaultRole = 'You join as a Team Member unless your invite says otherwise.';
export const submit = 'Create account';

export const passwordRules = 'Password rules';
export const ruleMet = ', met';
export const ruleNotMet = ', not met';

export const inviteRequired = 'Invite code is required.';
export const firstNameRequired = 'First name is required';
export const lastNameRequired = 'Last name is required';
export const emailRequired = 'Email is required';
export const emailInvalid = 'Please enter a valid email address';

export const failed = 'Registration failed';
export const done = 'Registration successful!';
