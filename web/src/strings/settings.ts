export const title = 'Settings';
export const subtitle = 'Your profile, and how you sign in';

export const profile = 'Profile';
export const managed = 'Profile fields are managed by administrators.';
export const firstName = 'First name';
export const lastName = 'Last name';
export const email = 'Email';
export const role = 'Role';
export const reimbursementCurrency = 'Reimbursement currency';
export const notSet = 'Not set';
export const profileFailed = 'Failed to load profile information';

export const changePassword = 'Change Password';
export const passwordHint = 'At least 6 characters. Your other devices will have to sign in again.';
export const currentPassword = 'Current password';
export const newPassword = 'New password';
export const confirmation = 'Confirm new password';
export const updatePassword = 'Update Password';
export const incomplete = 'Please fill in all password fields';
export const mismatch = 'New passwords do not match';
export const currentInvalid = 'Invalid current password';
export const updateFailed = 'Failed to update password';
export const updated = 'Password updated successfully!';
