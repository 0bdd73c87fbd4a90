import { Inject, Injectable, Logger } from '@nestjs/common';
import { OutlayError, receiptBlobKey, type ReceiptRef } from '@outlay/contracts';
import { RECEIPT_TYPES, receiptMessages } from '@outlay/rules';
import { failpoint } from '@outlay/failpoints';
import { fileTypeFromBuffer } from 'file-type';
import { hash } from 'node:crypto';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { displayName } from './display-name.js';
import { assertSafeImage } from './image-size.js';
import type { UploadedFile } from './multipart-form.js';

/** Stores receipts under the hash of their content, before an event refers to them. */
@Injectable()
export class ReceiptStore {
  private readonly logger = new Logger('Receipts');

  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {}

  async store({ name, content }: UploadedFile): Promise<ReceiptRef> {
    const type = await fileTypeFromBuffer(content);
    if (!type || !(RECEIPT_TYPES as readonly string[]).includes(type.mime)) {
      throw new OutlayError('INVALID_INPUT', receiptMessages.type, [
        { field: 'receipt', message: receiptMessages.type },
      ]);
    }
    if (type.mime.startsWith('image/')) await assertSafeImage(content);
    const sha256 = hash('sha256', content);
    await this.put(receiptBlobKey(sha256), content, type.mime);
    failpoint('blob-stored');
    return {
      fileName: `${this.ports.ids.uuid()}.${type.ext}`,
      originalName: displayName(name) || `receipt.${type.ext}`,
      contentType: type.mime,
      size: content.length,
      sha256,
    };
  }

  private async put(key: string, content: Buffer, contentType: string): Promise<void> {
    try {
      const known = await this.ports.blobs.stat(key);
      if (known?.size !== content.length) await this.ports.blobs.put(key, content, { contentType });
    } catch (error) {
      this.logger.error(`${key}: ${error instanceof Error ? error.message : String(error)}`);
      throw new OutlayError(
        'SERVICE_UNAVAILABLE',
        'The receipt could not be stored, so nothing was saved. Please try again in a moment.',
      );
    }
  }
}
