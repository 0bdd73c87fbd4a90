import { isolated } from '@outlay/rules';

export const failed = (action: string) => `Error ${action}. Please try again.`;
export const refused = (action: string, message: string) => `Error ${action}: ${isolated(message)}`;
export const unauthorised = 'Authentication failed. Please log in again.';
export const invalid = (message: string) => `Invalid data: ${isolated(message) || 'Please check all fields'}`;
export const serverFailed = (message: string) => `Server error: ${isolated(message) || 'Please try again later'}`;
export const login = 'Log in';
export const duplicate = 'Possible duplicate';
export const similar = (expenseId: string, justification: string | null) =>
  `Similar expense: ${expenseId}${justification ? ` – ${isolated(justification)}` : ''}`;
export const conflict = 'What you typed is still here. Keep it and save over the newer version, or start from that.';
export const keepTyped = 'Keep what I typed';
export const loadNewer = 'Load the newer version';
export const newerFailed = 'The newer version could not be loaded. Please try again.';
