import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Witness, WitnessReply } from './witness.js';

/** A proof has at most 63 lines, and a checkpoint a few. */
const MAX_BYTES = 65_536;
const REQUEST_TIMEOUT_MS = 10_000;

export function createWitnessServer(witness: Witness, onError: (error: unknown) => void): Server {
  const server = createServer((request, response) => {
    answer(witness, request)
      .catch((error: unknown): WitnessReply => {
        onError(error);
        return { status: 500, body: 'The witness failed.\n' };
      })
      .then(({ status, body, type = 'text/plain; charset=utf-8' }) => {
        response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body);
      }, onError);
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return server;
}

async function answer(witness: Witness, request: IncomingMessage): Promise<WitnessReply> {
  if (request.method === 'POST' && request.url === '/add-checkpoint') {
    const body = await read(request);
    return body === null ? { status: 413, body: 'Too long.\n' } : witness.addCheckpoint(body);
  }
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(request.url ?? '') ?? [];
  if (request.method === 'GET' && originHash !== undefined) return witness.checkpoint(originHash);
  return { status: 404, body: 'There is nothing at this address.\n' };
}

async function read(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // The stream stays open, so that a body that is too long gets its answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
