import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutlayError, receiptBlobKey, type ReceiptRef, type StoredReading } from '@outlay/contracts';
import type { ReceiptReading } from '@outlay/receipts';
import {
  RECEIPT_EXTENSIONS,
  receiptFileMessages,
  receiptMessages,
  receiptTypeOf,
  type ReceiptType,
} from '@outlay/rules';
import { failpoint } from '@outlay/concurrency';
import { hash } from 'node:crypto';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { displayName } from './display-name.js';
import type { UploadedFile } from './multipart-form.js';
import { ReceiptChecks } from './receipt-checks.js';
import type { Checked } from './receipt-checker.js';
import type { ReceiptKind } from './check-process/main.js';
import type { JoinedFile } from './check-process/verdict.js';

/** Few browsers show HEIC, so it is converted. */
function kindOf(type: ReceiptType): ReceiptKind {
  if (type === 'application/pdf') return 'pdf';
  return type === 'image/heic' || type === 'image/heif' ? 'heic' : 'image';
}

const UNREADABLE: Readonly<Record<ReceiptKind, string>> = {
  pdf: receiptFileMessages.unreadablePdf,
  image: receiptFileMessages.unreadableImage,
  heic: receiptFileMessages.unreadableHeic,
};

/** Stores receipts under the hash of their content, before an event refers to them. */
@Injectable()
export class ReceiptStore {
  private readonly logger = new Logger('Receipts');

  constructor(
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
    private readonly checks: ReceiptChecks,
  ) {}

  /** @throws INVALID_INPUT if nobody could look at the file */
  async store({ name, content, sender }: UploadedFile): Promise<ReceiptRef> {
    const type = receiptTypeOf(content);
    if (type === null) throw refusal(receiptMessages.type);
    const kind = kindOf(type);
    const verdict = await this.checks.check(kind, content, sender);
    if (verdict.condition !== 'readable') throw refusal(reasonOf(kind, verdict));
    const sent = await this.keep(content, type);
    const shownName = displayName(name);
    if (!verdict.jpeg) {
      const { reading, joined } = verdict;
      return {
        ...this.toReceipt(sent, shownName, RECEIPT_EXTENSIONS[type]),
        ...(reading && { reading: toStored(reading) }),
        ...(joined && { joined: joined.map(toJoined) }),
      };
    }
    const shown = await this.keep(Buffer.from(verdict.jpeg), 'image/jpeg');
    return {
      ...this.toReceipt(shown, shownName && shownName.replace(/(\.hei[cf])?$/i, '.jpg'), 'jpg'),
      original: sent,
    };
  }

  private toReceipt(stored: NonNullable<ReceiptRef['original']>, name: string, extension: string): ReceiptRef {
    return {
      ...stored,
      fileName: `${this.ports.ids.uuid()}.${extension}`,
      originalName: name || `receipt.${extension}`,
    };
  }

  private async keep(content: Buffer, contentType: string) {
    const sha256 = hash('sha256', content);
    await this.put(receiptBlobKey(sha256), content, contentType);
    failpoint('blob-stored');
    return { contentType, size: content.length, sha256 };
  }

  private async put(key: string, content: Buffer, contentType: string): Promise<void> {
    try {
      // The bytes are written even if the key exists, because the stored ones may be damaged.
      await this.ports.blobs.put(key, content, { contentType });
    } catch (error) {
      this.logger.error(`${key}: ${error instanceof Error ? error.message : String(error)}`);
      throw new OutlayError(
        'SERVICE_UNAVAILABLE',
        'The receipt could not be stored, so nothing was saved. Please try again in a moment.',
      );
    }
  }
}

function toJoined({ name, ...file }: JoinedFile): NonNullable<ReceiptRef['joined']>[number] {
  return { originalName: displayName(name) || `receipt.${RECEIPT_EXTENSIONS[file.contentType]}`, ...file };
}

/** Events keep the values alone: all values of an e-invoice are exact. */
function toStored({ source: _, ...values }: ReceiptReading): StoredReading {
  const texts = Object.entries(values).map(([name, { value }]) => [name, value] as const);
  return { source: 'e-invoice', ...Object.fromEntries(texts) };
}

function reasonOf(kind: ReceiptKind, verdict: Exclude<Checked['verdict'], { condition: 'readable' }>): string {
  switch (verdict.condition) {
    case 'locked':
      return receiptFileMessages.lockedPdf;
    case 'unreadable':
      return UNREADABLE[kind];
    case 'tooDemanding':
      return receiptFileMessages.tooDemanding;
    case 'tooLarge': {
      const { width, height, maxPixels } = verdict;
      const [w, h, megapixels] = [width, height, (width * height) / 1_000_000].map(formatCount);
      return (
        `This image is too large to open safely (${w} × ${h} pixels, ${megapixels} megapixels). ` +
        `Please send one of at most ${formatCount(maxPixels / 1_000_000)} megapixels and 30,000 pixels a side.`
      );
    }
  }
}

const formatCount = (count: number) => count.toLocaleString('en-US', { maximumFractionDigits: 2 });

function refusal(message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field: 'receipt', message }]);
}
