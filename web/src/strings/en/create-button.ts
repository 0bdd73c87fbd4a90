/** Opens the dialog of `admin-create`. */
export const label = '+ Create Expense';
