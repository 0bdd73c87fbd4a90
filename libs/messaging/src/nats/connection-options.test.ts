import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionOptions } from './connection-options.js';

const read = (url: string) => connectionOptions(url, { name: 'test' });

describe('a NATS_URL', () => {
  it.each([
    ['nats://one:4222', { servers: ['one:4222'] }],
    ['one:4222, nats://two:4223', { servers: ['one:4222', 'two:4223'] }],
    ['nats://[::1]:4222', { servers: ['[::1]:4222'] }],
    ['nats://ann:s%3Acret@one', { servers: ['one'], user: 'ann', pass: 's:cret' }],
    ['nats://t0ken@one', { servers: ['one'], token: 't0ken' }],
    ['tls://one:4222', { servers: ['one:4222'], tls: {} }],
  ])('%s contains servers and credentials', async (url, expected) => {
    const { servers, user, pass, token, tls } = await read(url);
    expect({ servers, user, pass, token, tls }).toEqual({
      user: undefined,
      pass: undefined,
      token: undefined,
      tls: undefined,
      ...expected,
    });
  });

  it.each(['http://ann:secret@one', 'nats://', 'nats://one:4222,'])(
    '%s is rejected without appearing in the error',
    async (url) => {
      const error: unknown = await read(url).catch((e: unknown) => e);
      expect(String(error)).toContain('NATS_URL must be');
      expect(String(error)).not.toContain('secret');
    },
  );

  it('never stops reconnecting', async () => {
    expect(await read('nats://one')).toMatchObject({ maxReconnectAttempts: -1, ignoreAuthErrorAbort: true });
  });

  it('can be combined with a credentials file', async () => {
    const file = join(tmpdir(), `outlay-${process.pid}.creds`);
    const part = (name: string, text: string) => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n`;
    await writeFile(file, part('NATS USER JWT', 'a.b.c') + part('USER NKEY SEED', 'SU'));
    const { authenticator } = await connectionOptions('nats://one', { credentialsFile: file });
    expect(typeof authenticator).toBe('function');
    await expect(connectionOptions('nats://one', { credentialsFile: `${file}.missing` })).rejects.toThrow('ENOENT');
  });
});
