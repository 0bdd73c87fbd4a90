import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, SIGNED_URL_SECONDS } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
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
const CACHE_SECONDS = 24 * 60 * 60;

/** Sends stored bytes over HTTP, whole or in part. */
@Injectable()
export class FileSender {
  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {}

  /** NOT_FOUND where the store has lost the bytes. */
  async send(file: StoredFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const etag = `"${file.sha256}"`;
    if (matches(request.headers['if-none-match'], etag)) {
      describe(file, etag, request, reply).code(304).send();
      return;
    }
    if (request.method === 'HEAD') return this.sendHead(file, etag, request, reply);
    const asked = request.headers['if-range'] ?? etag;
    const range = byteRange(asked === etag ? request.headers.range : undefined, file.size);
    if (range === 'unsatisfiable') {
      const refusal = new OutlayError('INVALID_INPUT', 'The file has no such part.');
      reply.code(416).header('content-range', `bytes */${file.size}`).send(refusal.toBody());
      return;
    }
    const bytes = await this.ports.blobs.read(file.blobKey, range ?? undefined);
    if (!bytes) throw lost();
    describe(file, etag, request, reply);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    const length = range ? range.end - range.start + 1 : file.size;
    reply.header('content-length', length).send(bytes);
  }

  /** What a GET would say of the whole file, without opening it. */
  private async sendHead(file: StoredFile, etag: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!(await this.ports.blobs.stat(file.blobKey))) throw lost();
    // A stream, since Fastify would give the length of anything else as that of the file.
    describe(file, etag, request, reply).header('content-length', file.size).send(Readable.from([]));
  }
}

function lost(): OutlayError {
  return new OutlayError('NOT_FOUND', 'The file is not there any more.');
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

function describe(file: StoredFile, etag: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isSigned = (request.query as { signature?: unknown }).signature !== undefined;
  reply.headers({
    'content-type': file.contentType,
    'content-disposition': contentDisposition(file.shown, file.fileName),
    'cache-control': `private, max-age=${isSigned ? SIGNED_URL_SECONDS : CACHE_SECONDS}, immutable`,
    // Another person at the same browser is another question.
    vary: 'authorization',
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  // Whatever a file turns out to be, it runs nothing here. Chrome refuses to show a sandboxed PDF.
  if (file.contentType !== 'application/pdf') reply.header('content-security-policy', "default-src 'none'; sandbox");
  return reply;
}
