import { RECEIPT_MAX_BYTES, RECEIPT_TYPES, receiptMessages, receiptTooLargeMessage } from '@outlay/rules';
import * as texts from '#strings/expense';

/** A browser names no type for a HEIC photo it cannot show; its ending then tells. */
const BY_NAME = /\.(pdf|jpe?g|png|webp|gif|heic|heif|avif)$/i;

/** Why a file cannot be the receipt (specification §5), or null. The server looks at its content as well. */
export function receiptFileProblem(file: File): string | null {
  const isReceipt =
    file.type === '' ? BY_NAME.test(file.name) : (RECEIPT_TYPES as readonly string[]).includes(file.type);
  if (!isReceipt) return receiptMessages.type;
  if (file.size === 0) return texts.emptyFile;
  return file.size > RECEIPT_MAX_BYTES ? receiptTooLargeMessage(file.size) : null;
}
