import {
  RECEIPT_HEAD_BYTES,
  RECEIPT_MAX_BYTES,
  receiptMessages,
  receiptTooLargeMessage,
  receiptTypeOf,
} from '@outlay/rules';
import * as texts from '#strings/expense';

export interface ReadReceipt {
  readonly file: File;
  /** Why it cannot be the receipt, or null. */
  readonly problem: string | null;
}

/** Gives a chosen file the type of its content, whatever the browser calls it. The server also decodes it. */
export async function readReceipt(
  chosen: File,
  prepare: (file: File) => File | Promise<File> = (file) => file,
): Promise<ReadReceipt> {
  if (chosen.size === 0) return { file: chosen, problem: texts.emptyFile };
  const type = await typeOf(chosen);
  if (type === null) return { file: chosen, problem: receiptMessages.type };
  const file = await prepare(type === chosen.type ? chosen : new File([chosen], chosen.name, { type }));
  return { file, problem: file.size > RECEIPT_MAX_BYTES ? receiptTooLargeMessage(file.size) : null };
}

async function typeOf(file: File) {
  try {
    return receiptTypeOf(new Uint8Array(await file.slice(0, RECEIPT_HEAD_BYTES).arrayBuffer()));
  } catch {
    // It was moved or may not be read; the server cannot receive it either.
    return null;
  }
}
