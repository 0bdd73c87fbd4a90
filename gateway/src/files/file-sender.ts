import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, SIGNED_URL_SECONDS } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { byteRange } from './byte-range.js';
import { contentDisposition } from './content-disposition.js';

export interface StoredFile {
  readonly blobKey: string;
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
}

/** A file never changes under its name, but the permission to see it may. */
const CACHE_SECONDS = 24 * 60 * 60;

@Injectable()
export class FileSender {
  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {}

  async send(file: StoredFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const etag = `"${file.sha256}"`;
    if (matches(request.headers['if-none-match'], etag)) {
      setHeaders(file, etag, request, reply).code(304).send();
      return;
    }
    if (request.method === 'HEAD') return this.sendHead(file, etag, request, reply);
    const ifRange = request.headers['if-range'] ?? etag;
    const range = byteRange(ifRange === etag ? request.headers.range : undefined, file.size);
    if (range === 'unsatisfiable') {
      const error = new OutlayError('INVALID_INPUT', 'The file has no such part.');
      reply.code(416).header('content-range', `bytes */${file.size}`).send(error.toBody());
      return;
    }
    const bytes = await this.ports.blobs.read(file.blobKey, range ?? undefined);
    if (!bytes) throw missing();
    setHeaders(file, etag, request, reply);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    const length = range ? range.end - range.start + 1 : file.size;
    reply.header('content-length', length).send(bytes);
  }

  private async sendHead(file: StoredFile, etag: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!(await this.ports.blobs.stat(file.blobKey))) throw missing();
    // Fastify overwrites Content-Length for everything but a stream.
    setHeaders(file, etag, request, reply).header('content-length', file.size).send(Readable.from([]));
  }
}

function missing(): OutlayError {
  return new OutlayError('NOT_FOUND', 'The file is not there any more.');
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => known.trim().replace(/^W\//, '') === etag);
}

function setHeaders(file: StoredFile, etag: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isSigned = (request.query as { signature?: unknown }).signature !== undefined;
  reply.headers({
    'content-type': file.contentType,
    'content-disposition': contentDisposition(file.disposition, file.fileName),
    'cache-control': `private, max-age=${isSigned ? SIGNED_URL_SECONDS : CACHE_SECONDS}, immutable`,
    // Two people may use one browser.
    vary: 'authorization',
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  // Nothing in a file may run. Chrome does not display a sandboxed PDF.
  if (file.contentType !== 'application/pdf') reply.header('content-security-policy', "default-src 'none'; sandbox");
  return reply;
}
