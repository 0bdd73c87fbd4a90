import { completeDetails, type ExpenseView, type ReceiptRef } from '@outlay/contracts';
import { sha256Of } from '../documents/read-receipt.js';

export function paidExpense(number: number, changes: Partial<ExpenseView> = {}): ExpenseView {
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    expenseId: `EXP-${number}`,
    uniqueId: `expense-00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    revision: 3,
    head: 'ab'.repeat(32),
    userId: 'u-ana',
    userName: 'Ana Muñoz',
    userEmail: 'ana@example.com',
    status: 'paid',
    ...completeDetails({
      date: '2026-05-04',
      category: 'Restaurant',
      justification: `Lunch ${number}`,
      amount: '10.00',
      currency: 'EUR',
      classification: 'support',
      noReceipt: true,
    }),
    receipt: null,
    rate: { rate: '1', effectiveDate: '2026-05-04', source: 'identity', stale: false, provisional: false },
    override: null,
    reimbursementAmount: '10.00',
    reimbursementCurrency: 'EUR',
    reimbursementReason: null,
    adminNotes: null,
    question: null,
    approvedByEmail: 'sam@example.com',
    approvedAt: '2026-05-06T08:00:00.000Z',
    amendedAfterApprovalBy: null,
    paidAt: '2026-05-07T09:30:00.000Z',
    paymentId: 'p-1',
    createdAt: '2026-05-04T08:00:00.000Z',
    submittedAt: '2026-05-04T08:00:00.000Z',
    updatedAt: '2026-05-07T09:30:00.000Z',
    duplicateCount: 0,
    ...changes,
  };
}

export function receiptOf(bytes: Buffer, changes: Partial<ReceiptRef> = {}): ReceiptRef {
  const sha256 = sha256Of(bytes);
  return {
    fileName: `${sha256.slice(0, 12)}.pdf`,
    originalName: 'receipt.pdf',
    contentType: 'application/pdf',
    size: bytes.length,
    sha256,
    ...changes,
  };
}
