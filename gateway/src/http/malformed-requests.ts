import { OutlayError } from '@outlay/contracts';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { sendError } from './error-response.js';
import { EARLY_HEADERS } from './security-headers.js';
import { CORRELATION_HEADER } from './correlation.js';

/** Handles what the router rejects before any hook runs: an invalid URL or an overlong path parameter. */
export function handleFrameworkError(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header(CORRELATION_HEADER, request.id).headers(EARLY_HEADERS);
  sendError(reply, new OutlayError('INVALID_INPUT', 'The address of the request is not valid.'));
}

/** Handles bytes that never became a request: not HTTP, oversized headers, or a sender that is too slow. */
export function handleClientError({ code }: ConnectionError, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const { headers, body } = unreadable();
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}

/** Node answers `Expect` by itself, unless it is that of a body (RFC 9110, 10.1.1). */
export function refuseExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (_request, response) => {
    const { headers, body } = unreadable();
    response.writeHead(417, headers).end(body);
  });
}

/** The reply is sent without a hook; the connection ends with it. */
function unreadable() {
  const body = JSON.stringify(new OutlayError('INVALID_INPUT', 'The request could not be read.').toBody());
  const headers = {
    ...EARLY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  return { headers, body };
}
