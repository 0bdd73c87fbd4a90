export const label = '+ Create Expense';
