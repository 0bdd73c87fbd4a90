export const lookAt = (expenseId: string) => `Look at ${expenseId}`;
