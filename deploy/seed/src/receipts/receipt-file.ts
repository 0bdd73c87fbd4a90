import { photoReceipt, screenshotReceipt } from './image-receipt.js';
import { invoicePdf } from './pdf-receipt.js';
import type { Receipt, ReceiptStyle } from './receipt.js';

export interface ReceiptFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const FORMATS = {
  invoice: { extension: 'pdf', contentType: 'application/pdf', render: invoicePdf },
  till: { extension: 'jpg', contentType: 'image/jpeg', render: photoReceipt },
  app: { extension: 'png', contentType: 'image/png', render: screenshotReceipt },
} as const satisfies Record<
  ReceiptStyle,
  { extension: string; contentType: string; render: (receipt: Receipt) => Uint8Array | Promise<Uint8Array> }
>;

export async function receiptFile(receipt: Receipt): Promise<ReceiptFile> {
  const { extension, contentType, render } = FORMATS[receipt.style];
  const merchant = receipt.merchant.normalize('NFD').replace(/[^A-Za-z0-9]+/g, '-');
  return { name: `${merchant}-${receipt.date}.${extension}`, contentType, bytes: await render(receipt) };
}
