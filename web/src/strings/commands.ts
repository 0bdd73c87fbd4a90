import { isolated } from '@outlay/rules';

export const title = 'Search and commands';
export const search = 'Search screens, commands and expenses';
export const searched = 'Where to, or which expense?';

export const screens = 'Go to';
export const token = 'Auth Token';
export const tokenText = 'For the phone shortcut';
export const panelPayments = 'Admin Panel: Payments';
export const panelPaymentsText = 'Who is owed how much';
export const panelReports = 'Admin Panel: Reports';
export const panelUsers = 'Admin Panel: Users';
export const panelUsersText = 'Invites, roles and reset codes';

export const commands = 'Commands';
export const invite = 'Invite somebody';

export const next = 'Next expense';
export const previous = 'Previous expense';
export const history = (expenseId: string) => `History of ${expenseId}`;
export const receipt = (expenseId: string) => `Open the receipt of ${expenseId}`;
export const approve = (expenseId: string) => `Approve ${expenseId}`;
export const reject = (expenseId: string) => `Reject ${expenseId}`;
export const edit = (expenseId: string) => `Edit ${expenseId}`;
export const revert = (expenseId: string) => `Revert ${expenseId} to submitted`;
export const ask = (expenseId: string) => `Ask about ${expenseId}`;
export const payText = 'Their approved expenses';

export const people = 'People';
export const payments = 'Payments';
export const pay = (user: string) => `Pay ${isolated(user)}`;
export const owed = (count: number, currency: string) =>
  count === 1 ? `1 approved expense in ${currency}` : `${count} approved expenses in ${currency}`;
export const run = (reference: string) => `Payment run ${reference}`;
export const report = (user: string) => `Report of ${isolated(user)}`;

export const claims = 'Everybody’s expenses';

export const expenses = 'My expenses';
export const searchOwn = (typed: string) => `Search my expenses for “${isolated(typed)}”`;
export const searchAll = (typed: string) => `Search everybody’s expenses for “${isolated(typed)}”`;
