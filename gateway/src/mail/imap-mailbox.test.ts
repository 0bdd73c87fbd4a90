import { backing, describeOn } from '@outlay/testing/backing/index';
import { ImapFlow } from 'imapflow';
import { imapMailbox } from './imap-mailbox.js';
import type { MailMark } from '../ports/mailbox.js';

describeOn(await backing('imap', { own: true }), 'a mailbox on an IMAP server', (start) => {
  let server: Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());

  const open = new AbortController().signal;
  async function connected<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const { hostname, port, username, password } = new URL(server.url);
    const auth = { user: username, pass: password };
    const client = new ImapFlow({ host: hostname, port: Number(port), secure: false, auth, logger: false });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      client.close();
    }
  }
  const put = (...mails: string[]) =>
    connected(async (client) => {
      for (const mail of mails) await client.append('INBOX', Buffer.from(mail));
    });
  const flags = () =>
    connected(async (client) => {
      const all = await client.fetchAll('1:*', { flags: true });
      return all.map((one) => [...(one.flags ?? [])].filter((flag) => flag !== '\\Recent').toSorted());
    });
  async function visit(handle: (text: string | undefined) => MailMark | null, stop = open) {
    const seen: (string | undefined)[] = [];
    await imapMailbox(server.url).visit(async ({ source }) => {
      seen.push(source?.toString());
      return handle(source?.toString());
    }, stop);
    return seen;
  }

  it('shows each message until it is marked, the oldest first', async () => {
    await put('Subject: a\r\n\r\n', 'Subject: b\r\n\r\n', 'Subject: c\r\n\r\n');
    const marks: Record<string, MailMark> = { a: '$OutlayDraft', c: '$OutlayRefused' };
    expect(await visit((text) => marks[text?.[9] ?? ''] ?? null)).toEqual(
      ['a', 'b', 'c'].map((subject) => `Subject: ${subject}\r\n\r\n`),
    );
    expect(await flags()).toEqual([['$OutlayDraft', '\\Seen'], [], ['$OutlayRefused', '\\Seen']]);
    expect(await visit(() => '$OutlayDraft')).toEqual(['Subject: b\r\n\r\n']);
    expect(await visit(() => null)).toEqual([]);
  });

  it('does not load a message that is too long', async () => {
    await put(`Subject: long\r\n\r\n${'x'.repeat(31 * 1_048_576)}`);
    expect(await visit(() => '$OutlayRefused')).toEqual([undefined]);
  });

  it('stops between two messages', async () => {
    await put('Subject: a\r\n\r\n', 'Subject: b\r\n\r\n');
    const stop = new AbortController();
    const seen = await visit(() => {
      stop.abort();
      return '$OutlayDraft';
    }, stop.signal);
    expect(seen).toHaveLength(1);
  });

  it('rejects while the server is away or the password is wrong, and works again afterwards', async () => {
    await put('Subject: a\r\n\r\n');
    const wrong = imapMailbox(server.url.replace('pass@', 'other@'));
    await expect(wrong.visit(async () => null, open)).rejects.toThrow();
    await server.stop();
    await expect(visit(() => null)).rejects.toThrow();
    await server.restart();
    expect(await visit(() => '$OutlayDraft')).toHaveLength(1);
  });

  it('shows a message again whose handling failed', async () => {
    await put('Subject: a\r\n\r\n');
    const failing = imapMailbox(server.url).visit(async () => {
      throw new Error('a defect');
    }, open);
    await expect(failing).rejects.toThrow('a defect');
    expect(await visit(() => null)).toEqual(['Subject: a\r\n\r\n']);
  });
});

it('refuses to send a password in the clear to another machine', async () => {
  const { createServer } = await import('node:net');
  const received: string[] = [];
  const clear = createServer((socket) => {
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received.push(data.toString());
      for (const [, tag, command] of data.toString().matchAll(/^(\S+) (\w+)/gm)) {
        socket.write(command === 'CAPABILITY' ? '* CAPABILITY IMAP4rev1\r\n' : '');
        socket.write(`${tag} ${command === 'STARTTLS' ? 'BAD no' : 'OK'}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => clear.listen(0, '127.0.0.1', resolve));
  const { port } = clear.address() as { port: number };
  // Another name of this machine, which does not count as within it.
  const visiting = imapMailbox(`imap://ada:secret@127.0.0.2:${port}`).visit(
    async () => null,
    new AbortController().signal,
  );
  clear.close();
  await expect(visiting).rejects.toThrow();
  expect(received.join('')).not.toContain('secret');
});
