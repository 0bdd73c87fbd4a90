import { RECEIPT_MAX_BYTES, RECEIPT_TYPES, receiptMessages, receiptTooLargeMessage } from '@outlay/rules';
import * as texts from '#strings/expense';

/** Checked if the browser does not know the type, as for HEIC photos. */
const BY_NAME = /\.(pdf|jpe?g|png|webp|gif|heic|heif|avif)$/i;

/** Why a file cannot be the receipt (specification §5), or null. The server also checks its content. */
export function receiptFileProblem(file: File): string | null {
  const isReceipt =
    file.type === '' ? BY_NAME.test(file.name) : (RECEIPT_TYPES as readonly string[]).includes(file.type);
  if (!isReceipt) return receiptMessages.type;
  if (file.size === 0) return texts.emptyFile;
  return file.size > RECEIPT_MAX_BYTES ? receiptTooLargeMessage(file.size) : null;
}
