import { Inject, Injectable } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports.js';
import { byteRange } from './byte-range.js';
import { contentDisposition } from './content-disposition.js';

export interface StoredFile {
  readonly blobKey: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly shown: 'inline' | 'attachment';
}

/** Content never changes under its name, but who may see it does: a day, and only in the browser that was let in. */
const CACHE_CONTROL = 'private, max-age=86400, immutable';

/** Sends stored bytes over HTTP, whole or in part. */
@Injectable()
export class FileSender {
  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {}

  /** NOT_FOUND where the store has lost the bytes. */
  async send(file: StoredFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const etag = `"${file.sha256}"`;
    if (matches(request.headers['if-none-match'], etag)) {
      describe(file, etag, reply).code(304).send();
      return;
    }
    const asked = request.headers['if-range'] ?? etag;
    const range = byteRange(asked === etag ? request.headers.range : undefined, file.size);
    if (range === 'unsatisfiable') {
      reply.code(416).header('content-range', `bytes */${file.size}`).send();
      return;
    }
    const bytes = await this.ports.blobs.read(file.blobKey, range ?? undefined);
    if (!bytes) throw new OutlayError('NOT_FOUND', 'The file is not there any more.');
    describe(file, etag, reply);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    const length = range ? range.end - range.start + 1 : file.size;
    reply.header('content-length', length).send(bytes);
  }
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

function describe(file: StoredFile, etag: string, reply: FastifyReply): FastifyReply {
  reply.headers({
    'content-type': file.contentType,
    'content-disposition': contentDisposition(file.shown, file.fileName),
    'cache-control': CACHE_CONTROL,
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  // Whatever a file turns out to be, it runs nothing here. Chrome refuses to show a sandboxed PDF.
  if (file.contentType !== 'application/pdf') reply.header('content-security-policy', "default-src 'none'; sandbox");
  return reply;
}
