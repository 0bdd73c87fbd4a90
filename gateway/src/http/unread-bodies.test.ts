import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';
import { sessionToken } from '../testing/session-token.js';

const MEGABYTE = 1_048_576;
const JSON_BODY = 'Content-Type: application/json';
const FORM = 'Content-Type: multipart/form-data; boundary=limit';
const MEMBER = `Authorization: Bearer ${sessionToken('member')}`;
const formOf = (bytes: number) =>
  `--limit\r\nContent-Disposition: form-data; name="receipt"; filename="a.pdf"\r\n\r\n${'x'.repeat(bytes)}\r\n--limit--\r\n`;
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe('the reply to a body that is not read', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.close());

  /** Sends the body long after a reply could have been made, and reads until the connection is closed. */
  async function send(path: string, headers: readonly string[], body: string) {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const reply = text(socket).catch(() => '');
    const failures: Error[] = [];
    const write = (part: string) => socket.write(part, (error) => void (error && failures.push(error)));
    write([`POST ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n'));
    for (let sent = 0; sent < body.length; sent += MEGABYTE / 4) {
      await setTimeout(20);
      write(body.slice(sent, sent + MEGABYTE / 4));
    }
    const [, status, code] = /^HTTP\/1\.1 (\d+)[^]*"code":"(\w+)"/.exec(await reply) ?? [];
    expect(failures).toEqual([]);
    return [Number(status), code];
  }

  it.each([
    ['JSON above the limit', '/api/auth/login', [JSON_BODY], '['.repeat(2 * MEGABYTE), 413, 'FILE_TOO_LARGE'],
    ['a form of nobody', '/api/expenses', [FORM], formOf(2 * MEGABYTE), 401, 'UNAUTHENTICATED'],
    ['a form above the limit', '/api/expenses', [FORM, MEMBER], formOf(12 * MEGABYTE), 413, 'FILE_TOO_LARGE'],
    [
      'a type that no call takes',
      '/api/auth/login',
      ['Content-Type: a/b'],
      ' '.repeat(2 * MEGABYTE),
      400,
      'INVALID_INPUT',
    ],
  ] as const)('of %s arrives, with a length and without', async (_, path, headers, body, status, code) => {
    const length = `Content-Length: ${body.length}`;
    expect(await send(path, [...headers, length], body)).toEqual([status, code]);
    const inChunks = chunked(body);
    expect(await send(path, [...headers, 'Transfer-Encoding: chunked'], inChunks)).toEqual([status, code]);
  });

  it('of one that says it is larger than any call takes ends the connection at once', async () => {
    const headers = [JSON_BODY, `Content-Length: ${100 * MEGABYTE}`];
    expect(await send('/api/auth/login', headers, '[')).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it('announces the close all the same during a shutdown', async () => {
    const closing = await startTestGateway({ drainMs: 30_000 });
    const socket = connect(Number(new URL(closing.url).port), '127.0.0.1').setEncoding('utf8');
    await once(socket, 'connect');
    const closed = closing.close();
    await setTimeout(50);
    socket.write(
      ['POST /api/auth/login HTTP/1.1', 'Host: a', JSON_BODY, `Content-Length: ${MEGABYTE}`, '', '['].join('\r\n'),
    );
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 413[^]*\r\nconnection: close\r\n/i);
    socket.destroy();
    await closed;
  });
});
