/** The decisions by the type of their event. Stands alone, because the client needs it without the schemas. */
export const DECISIONS = {
  ExpenseApproved: 'approved',
  ExpenseRejected: 'rejected',
  ExpenseReverted: 'reverted',
  ExpenseAmendedByAdmin: 'amended',
  ExpensePaid: 'paid',
} as const;
