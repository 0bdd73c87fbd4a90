import type { ExpenseJson } from '@outlay/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { network } from '#strings/ui';
import type { ReadReceipt } from '#expense/receipt-file';
import { loadAttaching } from './attached-part';
import type { Receipt } from './receipt-kinds';

export type { Receipt };

export function storedReceipt(expense: ExpenseJson | null): Receipt | null {
  if (!expense?.receipt) return null;
  return { kind: 'stored', fileName: expense.receipt, name: expense.receipt_name ?? expense.receipt };
}

export function uploadedReceipt(fileName: string | undefined): Receipt | null {
  return fileName === undefined ? null : { kind: 'uploaded', fileName, name: fileName };
}

export function chosenReceipt(file: File): Receipt {
  return { kind: 'new', file, url: URL.createObjectURL(file) };
}

/** Ends the name of a receipt that was joined from several files. */
export const JOINED_SUFFIX = '-joined.pdf';

export type ReceiptField = ReturnType<typeof useReceipt>;

export function useReceipt(initial: Receipt | null) {
  const [receipt, setReceipt] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [several, setSeveral] = useState<readonly File[]>([]);
  const latest = useRef<File | null>(null);

  const url = receipt?.kind === 'new' ? receipt.url : null;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);

  const attach = useCallback(async (file: File) => {
    latest.current = file;
    setPreparing(true);
    setProblem(null);
    const read = await prepare(file);
    if (latest.current !== file) return;
    setPreparing(false);
    if (read.problem) setProblem(read.problem);
    else setReceipt(chosenReceipt(read.file));
  }, []);

  const set = useCallback((next: Receipt | null) => {
    latest.current = null;
    setPreparing(false);
    setProblem(null);
    setReceipt(next);
  }, []);

  /** Attaches one file; of several, it is asked what becomes of them. */
  const add = (files: readonly File[]) => {
    const [file] = files;
    if (files.length > 1) setSeveral(files);
    else if (file) void attach(file);
  };

  return { receipt, problem, preparing, several, setSeveral, attach, add, set };
}

async function prepare(file: File): Promise<ReadReceipt> {
  try {
    const { prepareReceipt } = await loadAttaching();
    return await prepareReceipt(file);
  } catch {
    return { file, problem: network };
  }
}
