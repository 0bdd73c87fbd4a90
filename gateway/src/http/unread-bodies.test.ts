import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
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

async function replyOn(socket: Socket): Promise<readonly string[]> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const found = /^HTTP\/1\.1 (\d+)[^]*"code":"(\w+)"/.exec(text);
    if (found) return found;
  }
  throw new Error(`No reply, but: ${text}`);
}

describe('the reply to a body that is not read', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.close());

  /** Sends the body long after a reply could have been made, and closes the connection after the reply. */
  async function send(path: string, headers: readonly string[], body: string) {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1').setEncoding('utf8');
    await once(socket, 'connect');
    const reply = replyOn(socket);
    socket.write([`POST ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n'));
    for (let sent = 0; sent < body.length; sent += MEGABYTE / 4) {
      await setTimeout(20);
      socket.write(body.slice(sent, sent + MEGABYTE / 4));
    }
    const [, status, code] = await reply;
    socket.destroy();
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

  it('of one that says it is larger than any call takes is not waited for', async () => {
    const headers = [JSON_BODY, `Content-Length: ${100 * MEGABYTE}`];
    expect(await send('/api/auth/login', headers, '[')).toEqual([413, 'FILE_TOO_LARGE']);
  });
});
