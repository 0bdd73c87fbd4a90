import { isolated } from '@outlay/rules';

export const title = 'My Reports';
export const subtitle = 'Monthly expense reports';
export const loading = 'Loading your reports...';
export const loadFailed = 'Your reports could not be loaded.';
export const none = 'No reports found';
export const noneYet = 'A report appears here with every payment you receive.';

export const ownTable = 'My reports';
export const adminTable = 'Reports';
export const user = 'User';
export const date = 'Date';
export const amount = 'Amount';
export const expenseCount = '# Expenses';
export const expenses = (count: number) => (count === 1 ? '1 expense' : `${count} expenses`);
export const actions = 'Actions';
export const spreadsheet = 'XLS';
export const zip = 'ZIP';
export const view = 'View';
export const actionOn = (action: string, filename: string) => `${action}, ${isolated(filename)}`;

export const pending = 'Being prepared';
export const pendingHint = 'It will appear here by itself.';
export const delayed = 'Delayed, will be tried again';
export const failed = 'Could not be made';
export const failedHint = 'The payment stands; only its files are missing.';
export const makeAgain = 'Make again';
export const makeAgainFailed = 'The report could not be asked for again';

export const missing = (count: number) => (count === 1 ? '1 receipt missing' : `${count} receipts missing`);
export const missingHint = 'The spreadsheet is complete; the ZIP lists which receipts are damaged or missing.';

export const report = 'Payment Report';
export const generated = 'Generated';
export const totalExpenses = 'Total expenses';
export const totalAmount = 'Total amount';
export const showPreview = 'Preview Excel (inline)';
export const hidePreview = 'Hide Excel preview';
export const preview = 'Excel preview';
export const previewFailed = 'Failed to load report preview. You can still download the file.';
export const expensesFailed = 'The expenses of this report could not be loaded.';
export const downloadFailed = 'Failed to download report';
export const zipFailed = 'Failed to download receipts ZIP';

/** The option exists in the panel only. */
export const allUsers = 'All users';
export const loadingAll = 'Loading reports...';
export const openSpreadsheet = 'Open Excel in SharePoint';
export const downloadSpreadsheet = 'Download Excel Report';
export const openFolder = 'Open folder in SharePoint';
export const downloadZip = 'Download ZIP Receipts';

export const paidTable = 'Paid expenses';
export const description = 'Description';
export const category = 'Category';
export const originalAmount = 'Original Amount';
export const reimbursement = 'Reimbursement';
export const id = 'ID';
export const receipt = 'Receipt';
