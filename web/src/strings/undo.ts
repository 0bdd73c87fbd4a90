export const undoApproval = (expenseId: string) => `Undo the approval of ${expenseId}`;
export const undoRejection = (expenseId: string) => `Undo the rejection of ${expenseId}`;
/** The notes are stored in the expense's history. */
export const approvalUndone = 'Approval undone';
export const rejectionUndone = 'Rejection undone';
