import type { ExpenseView, ReceiptRef } from '@outlay/contracts';
import { RECEIPT_EXTENSIONS } from '@outlay/rules';
import { plainName } from './plain-name.js';

/** Unique ignoring case; null for an expense without a receipt. */
export function receiptNames(expenses: readonly Pick<ExpenseView, 'expenseId' | 'receipt'>[]): (string | null)[] {
  const taken = new Set<string>();
  return expenses.map(({ expenseId, receipt }) => {
    if (receipt === null) return null;
    const stem = `${plainName(expenseId, 'expense')}_${plainName(withoutExtension(receipt.originalName), 'receipt')}`;
    let name = `${stem}.${extensionOf(receipt)}`;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem}-${n}.${extensionOf(receipt)}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '');
}

function extensionOf({ contentType }: ReceiptRef): string {
  return (RECEIPT_EXTENSIONS as Readonly<Record<string, string>>)[contentType] ?? 'bin';
}
