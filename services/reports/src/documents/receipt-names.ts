import type { ExpenseView, ReceiptRef } from '@outlay/contracts';
import type { ReceiptType } from '@outlay/rules';
import { plainName } from './plain-name.js';

const EXTENSIONS = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/avif': 'avif',
} as const satisfies Record<ReceiptType, string>;

/**
 * What each expense's receipt is called in the zip, in the order of the expenses; null where there is none. The names
 * are the server's: whatever a person called the file, it is unique, on file systems that ignore case too.
 */
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

/** By the content the upload was found to have, not by the name it came with. */
function extensionOf({ contentType }: ReceiptRef): string {
  return (EXTENSIONS as Readonly<Record<string, string>>)[contentType] ?? 'bin';
}
