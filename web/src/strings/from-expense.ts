export const notFound = 'This expense was not found. It may have been deleted.';
export const loadFailed = 'Unable to load the expense.';
export const notEditable = (status: string) => `An expense that is ${status.toLowerCase()} cannot be edited.`;
export const rejectionReason = 'Rejection Reason';
export const noReason = 'None was given.';
