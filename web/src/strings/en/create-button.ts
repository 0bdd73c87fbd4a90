/** What opens the dialog in which a claim is made for somebody else. */
export const label = '+ Create Expense';
