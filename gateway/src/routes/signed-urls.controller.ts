import { Controller, Res } from '@nestjs/common';
import {
  createSignedUrlRoute,
  findReceipt,
  findReport,
  OutlayError,
  receiptFileRoute,
  reportFileRoute,
  requireActor,
  routePath,
  SIGNED_URL_SECONDS,
  toSnakeCase,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply } from 'fastify';
import '../access/request-session.js';
import { SignedUrls } from '../access/signed-urls.js';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class SignedUrlsController {
  constructor(
    private readonly messages: MessageClient,
    private readonly signedUrls: SignedUrls,
  ) {}

  /** Asks the owning service for the file, because services decide who may see it. */
  @Route(createSignedUrlRoute)
  async create(
    @Input() { body, context }: Call<typeof createSignedUrlRoute>,
    @Res({ passthrough: true }) { request }: FastifyReply,
  ) {
    const filename = decodeName(body.path.slice(body.path.lastIndexOf('/') + 1));
    const isReceipt = body.path.startsWith('/uploads/');
    if (isReceipt) await this.messages.call(findReceipt, { fileName: filename }, context);
    else await this.messages.call(findReport, { filename }, context);

    const path = routePath(isReceipt ? receiptFileRoute : reportFileRoute, { filename });
    const { id: userId } = requireActor(context);
    if (request.tokenVersion === null) throw new TypeError('The route requires a session but has none.');
    const url = this.signedUrls.sign(path, { userId, tokenVersion: request.tokenVersion });
    return toSnakeCase({ url, expiresInSeconds: SIGNED_URL_SECONDS });
  }
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new OutlayError('NOT_FOUND', 'There is no file of this name.');
  }
}
