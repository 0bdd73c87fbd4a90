import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutlayError, receiptBlobKey, type ReceiptRef } from '@outlay/contracts';
import { RECEIPT_TYPES, receiptFileMessages, receiptMessages } from '@outlay/rules';
import { failpoint } from '@outlay/failpoints';
import { fileTypeFromBuffer } from 'file-type';
import { hash } from 'node:crypto';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { displayName } from './display-name.js';
import { assertSafeImage } from './image-size.js';
import type { UploadedFile } from './multipart-form.js';
import { ReceiptThreads } from './receipt-threads.js';

/** Few browsers show them, so they are converted. */
const CONVERTED: ReadonlySet<string> = new Set(['image/heic', 'image/heif']);
/** Converting takes 14 bytes a pixel: 350 MB. Phones take 12 or 24 megapixels unless told otherwise. */
const HEIC_MAX_PIXELS = 25_000_000;

/** Stores receipts under the hash of their content, before an event refers to them. */
@Injectable()
export class ReceiptStore {
  private readonly logger = new Logger('Receipts');

  constructor(
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
    private readonly threads: ReceiptThreads,
  ) {}

  async store({ name, content }: UploadedFile): Promise<ReceiptRef> {
    const type = await fileTypeFromBuffer(content);
    if (!type || !(RECEIPT_TYPES as readonly string[]).includes(type.mime)) throw refusal(receiptMessages.type);
    if (CONVERTED.has(type.mime)) return this.storeConverted(displayName(name), content, type.mime);
    if (type.mime === 'application/pdf') await this.checkPdf(content);
    else await assertSafeImage(content);
    return this.toReceipt(await this.keep(content, type.mime), displayName(name), type.ext);
  }

  private async storeConverted(name: string, content: Buffer, contentType: string): Promise<ReceiptRef> {
    await assertSafeImage(content, HEIC_MAX_PIXELS);
    const jpeg = await this.threads.heicToJpeg(content);
    if (!jpeg) throw refusal(receiptFileMessages.unreadableHeic);
    const original = await this.keep(content, contentType);
    const shown = await this.keep(jpeg, 'image/jpeg');
    return { ...this.toReceipt(shown, name && name.replace(/(\.hei[cf])?$/i, '.jpg'), 'jpg'), original };
  }

  private toReceipt(stored: NonNullable<ReceiptRef['original']>, name: string, extension: string): ReceiptRef {
    return {
      ...stored,
      fileName: `${this.ports.ids.uuid()}.${extension}`,
      originalName: name || `receipt.${extension}`,
    };
  }

  private async checkPdf(content: Buffer): Promise<void> {
    const condition = await this.threads.pdfCondition(content);
    if (condition === 'unreadable') throw refusal(receiptFileMessages.unreadablePdf);
    if (condition === 'locked') throw refusal(receiptFileMessages.lockedPdf);
  }

  private async keep(content: Buffer, contentType: string) {
    const sha256 = hash('sha256', content);
    await this.put(receiptBlobKey(sha256), content, contentType);
    failpoint('blob-stored');
    return { contentType, size: content.length, sha256 };
  }

  private async put(key: string, content: Buffer, contentType: string): Promise<void> {
    try {
      // Even if the key exists, because its bytes may be damaged.
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

function refusal(message: string): OutlayError {
  return new OutlayError('INVALID_INPUT', message, [{ field: 'receipt', message }]);
}
