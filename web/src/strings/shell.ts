export const skip = 'Skip to content';
export const openMenu = 'Open menu';
export const closeMenu = 'Close menu';
export const sidebar = 'Sidebar';
export const collapse = 'Collapse sidebar';
export const expand = 'Expand sidebar';
export const navigation = 'Main';
export const slogan = 'Expense management tool';
export const search = 'Search';
export const searchKey = (isApple: boolean) => (isApple ? '⌘ K' : 'Ctrl K');
export const logout = 'Logout';

export const myExpenses = 'My Expenses';
export const myExpensesText = 'Track and manage expenses';
export const submitExpense = 'Submit Expense';
export const submitExpenseText = 'Add new expense';
export const myReports = 'My Reports';
export const myReportsText = 'Monthly expense reports';
export const settings = 'Settings';
export const settingsText = 'Profile and preferences';
export const admin = 'Admin Panel';
export const adminText = 'User and expense management';
export const audit = 'Audit Trail';
export const auditText = 'Every event, signed';

export const theme = 'Theme';
export const systemTheme = 'System theme';
export const lightTheme = 'Light theme';
export const darkTheme = 'Dark theme';
