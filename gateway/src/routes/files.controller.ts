import { Controller, Req, Res } from '@nestjs/common';
import {
  decidedReceiptRoute,
  findDecidedReceipt,
  findReceipt,
  OutlayError,
  receiptBlobKey,
  receiptFileRoute,
  recordUpload,
  uploadReceiptRoute,
  type MessageContext,
  type ReplyOf,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessTrail } from '../access/access-trail.js';
import { FileSender } from '../files/file-sender.js';
import { Input, type Call } from '../requests/call.js';
import { ReceiptStore } from '../uploads/receipt-store.js';
import { Route } from './route.decorator.js';

@Controller()
export class FilesController {
  constructor(
    private readonly messages: MessageClient,
    private readonly receipts: ReceiptStore,
    private readonly files: FileSender,
    private readonly access: AccessTrail,
  ) {}

  @Route(uploadReceiptRoute)
  async upload(@Input() { file, context }: Call<typeof uploadReceiptRoute>) {
    if (!file) throw new OutlayError('INVALID_INPUT', 'Please send a receipt as a file of a multipart form.');
    const { receipt } = await this.messages.call(recordUpload, { receipt: await this.receipts.store(file) }, context);
    return {
      message: 'Receipt uploaded successfully!',
      filename: receipt.fileName,
      url: `/submit-expense?uploaded=${encodeURIComponent(receipt.fileName)}`,
    };
  }

  @Route(receiptFileRoute)
  async download(
    @Input() { params, query, context }: Call<typeof receiptFileRoute>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const asked = { fileName: params.filename, asOf: query.as_of };
    const found = await this.messages.call(findReceipt, asked, context);
    await this.send(found, context, request, reply);
  }

  @Route(decidedReceiptRoute)
  async decided(
    @Input() { params, context }: Call<typeof decidedReceiptRoute>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { id, revision } = params;
    await this.send(await this.messages.call(findDecidedReceipt, { id, revision }, context), context, request, reply);
  }

  private async send(
    { receipt, ownerId }: ReplyOf<typeof findReceipt>,
    context: MessageContext,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    await this.access.opened('receipt', { file: receipt.fileName, ownerId }, context);
    const { size, sha256, contentType, originalName } = receipt;
    const blobKey = receiptBlobKey(sha256);
    await this.files.send(
      { kind: 'receipt', blobKey, size, sha256, contentType, fileName: originalName, disposition: 'inline' },
      request,
      reply,
    );
  }
}
