import { Inject, Injectable, Logger } from '@nestjs/common';
import { BlobDamaged, blobCondition, readIntact, type ByteRange } from '@outlay/blobs';
import { OutlayError, SIGNED_URL_SECONDS } from '@outlay/contracts';
import { receiptDamagedMessage } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { byteRange } from './byte-range.js';
import { contentDisposition } from './content-disposition.js';

export interface StoredFile {
  readonly kind: 'receipt' | 'report';
  readonly blobKey: string;
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
}

/** A file never changes under its name, but the permission to see it may. */
export const CACHE_SECONDS = 24 * 60 * 60;

/** Serves a file only if its bytes have the recorded hash. */
@Injectable()
export class FileSender {
  private readonly logger = new Logger('Files');

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
    const bytes = await this.read(file, range ?? undefined);
    setHeaders(file, etag, request, reply);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    const length = range ? range.end - range.start + 1 : file.size;
    reply.header('content-length', length).send(bytes);
  }

  private async sendHead(file: StoredFile, etag: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const condition = await blobCondition(this.ports.blobs, knownBlob(file));
    if (condition === 'missing') throw missing();
    if (condition === 'damaged') throw this.damaged(file);
    // Fastify overwrites Content-Length for everything but a stream.
    setHeaders(file, etag, request, reply).header('content-length', file.size).send(Readable.from([]));
  }

  private async read(file: StoredFile, range: ByteRange | undefined): Promise<Readable> {
    const bytes = await readIntact(this.ports.blobs, knownBlob(file), range).catch((error: unknown) => {
      throw error instanceof BlobDamaged ? this.damaged(file) : error;
    });
    if (!bytes) throw missing();
    return bytes;
  }

  private damaged(file: StoredFile): OutlayError {
    this.logger.error(`${file.blobKey} is damaged: its SHA-256 is not ${file.sha256}`);
    return file.kind === 'receipt'
      ? new OutlayError('RECEIPT_DAMAGED', receiptDamagedMessage)
      : new OutlayError('REPORT_DAMAGED', 'This file is damaged in storage. It must be restored from a backup.');
  }
}

const knownBlob = ({ blobKey: key, size, sha256 }: StoredFile) => ({ key, size, sha256 });

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
    // The cache key includes the session, because two people may use one browser.
    vary: 'authorization',
    etag,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  // Nothing in a file may run. Chrome does not display a sandboxed PDF.
  if (file.contentType !== 'application/pdf') reply.header('content-security-policy', "default-src 'none'; sandbox");
  return reply;
}
