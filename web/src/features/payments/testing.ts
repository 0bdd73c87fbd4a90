import { screen } from '@testing-library/react';
import { anExpense } from '#app/testing';

export const PAY = 'POST /api/admin/expenses/bulk-mark-paid';
export const READY = '/admin?user=ada@example.com&status=approved';

export const approved = [
  anExpense({ status: 'approved', reimbursement_amount: 225.1, revision: 4 }),
  anExpense({ id: 'expense-2', expense_id: 'EXP-0002', status: 'approved', reimbursement_amount: 0.2 }),
];
export const button = () => screen.findByRole('button', { name: /^Mark as Paid/ });
