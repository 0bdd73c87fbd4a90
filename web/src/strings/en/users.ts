/** The panel's users and invites. */
export const title = 'Users';
export const loading = 'Loading users...';
export const name = 'Name';
export const email = 'Email';
export const role = 'Role';
export const status = 'Status';
export const currency = 'Reimb. Currency';
export const actions = 'Actions';
export const roleAndCurrency = (role: string, currency: string) => `${role}, reimbursed in ${currency}`;
export const active = 'Active';
export const inactive = 'Inactive';
export const edit = 'Edit';
export const editNamed = (name: string) => `Edit ${name}`;
export const resetCode = 'Reset Code';
export const resetCodeFor = (name: string) => `Reset Code for ${name}`;

export const editTitle = 'Edit User';
export const firstName = 'First name';
export const lastName = 'Last name';
export const required = (field: string) => `${field} is required`;
export const reimbursementCurrency = 'Reimbursement currency';
export const lastSuperAdmin = 'There must be at least one super admin.';
export const save = 'Save';
export const updated = 'User updated';
export const updateFailed = 'Update failed';

export const codeTitle = 'Password Reset Code';
export const codeExpires = (minutes: number) => `Expires in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
export const codeExpired = 'Expired: close this and make another.';
export const codeText = 'Share this one-time code with the user securely. It expires in about 1 hour.';
export const codeFailed = 'Failed to generate reset code';
export const done = 'Done';

export const createInvite = 'Create Invite';
export const expiresIn = 'Expires in (days)';
export const emailRequired = 'Email is required';
export const emailInvalid = 'Please enter a valid email address';
export const daysInvalid = (min: number, max: number) => `Expiry must be a whole number of days from ${min} to ${max}`;
export const inviteFailed = 'Failed to create invite';
export const inviteCreated = (email: string) => `Invite created for ${email}`;
export const inviteExpires = (day: string) => `Expires ${day}`;
export const copyToken = 'Copy token';
export const copyInviteLink = 'Copy invite link';

export const invites = 'Existing Invites';
export const invitesLoading = 'Loading invites...';
export const noInvites = 'No invites yet';
export const token = 'Token';
export const expires = 'Expires';
export const anyone = 'Anyone with the link';
export const copyLink = 'Copy link';
export const copyLinkFor = (email: string) => `Copy link of the invite for ${email}`;
export const used = 'Used';
export const expired = 'Expired';
export const pending = 'Pending';
