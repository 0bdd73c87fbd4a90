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

  /** The services say who may see a file, so that they are asked for it here as they will be when it is fetched. */
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
    if (request.tokenVersion === null) throw new TypeError('A route for those signed in was open to others.');
    const url = this.signedUrls.sign(path, { userId, tokenVersion: request.tokenVersion });
    return { url, expires_in_seconds: SIGNED_URL_SECONDS };
  }
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new OutlayError('NOT_FOUND', 'There is no file of this name.');
  }
}
