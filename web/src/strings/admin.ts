export const title = 'Admin Panel';
export const subtitle = 'Manage users, approve expenses, and view analytics';
export const expensesTitle = 'Admin Expenses';
export const expensesSubtitle = 'Review, approve and pay expenses';
export const section = 'Section';
export const expenses = 'Expenses';
export const payments = 'Payments';
export const reports = 'Reports';
export const users = 'Users';
export const analytics = 'Analytics';

export const denied = 'Access denied';
export const deniedText = 'Only Super Admins can view the Admin panel data. Please log in with a super admin account.';
export const deniedLoad = 'Access denied. Only Super Admins can view admin data.';
export const unavailable = 'This list is not available right now.';

export const audit = 'Audit Trail';
export const past = 'The past';
