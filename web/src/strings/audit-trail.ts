export const label = 'Audit trail';
export const title = 'Audit Trail';
export const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;
export const none = 'No audit trail available';
export const failed = 'Failed to load audit trail';
export const admin = 'Admin';
export const user = 'User';
