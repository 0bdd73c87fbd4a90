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
  ])('%s contains servers and credentials', (url, expected) => {
    const { servers, user, pass, token, tls } = read(url);
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
    (url) => {
      expect(() => read(url)).toThrow('NATS_URL must be');
      expect(() => read(url)).not.toThrow('secret');
    },
  );

  it('never stops reconnecting', () => {
    expect(read('nats://one')).toMatchObject({ maxReconnectAttempts: -1, ignoreAuthErrorAbort: true });
  });

  it('can be combined with a user, whose password a URL would have to escape', () => {
    const access = { user: 'gateway', password: 'p@ss/w:rd' };
    expect(connectionOptions('nats://one', { access })).toMatchObject({ user: 'gateway', pass: 'p@ss/w:rd' });
    expect(connectionOptions('nats://other:hush@one', { access })).toMatchObject({ user: 'gateway' });
  });

  it('can be combined with certificates, and then requires TLS', () => {
    const access = { authority: 'ca', certificate: 'cert', key: 'key' };
    expect(connectionOptions('nats://one', { access }).tls).toEqual({ ca: 'ca', cert: 'cert', key: 'key' });
    expect(connectionOptions('tls://one', { access: { authority: 'ca' } }).tls).toEqual({ ca: 'ca' });
  });

  it.each([
    [{ password: 'hush' }, 'NATS_PASSWORD needs NATS_USER'],
    [{ certificate: 'hush' }, 'NATS_CERT and NATS_KEY need each other'],
    [{ key: 'hush' }, 'NATS_CERT and NATS_KEY need each other'],
  ])('is refused with only a half of what belongs together', (access, message) => {
    expect(() => connectionOptions('nats://one', { access })).toThrow(message);
  });

  it('can be combined with the content of a credentials file', () => {
    const part = (name: string, text: string) => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n`;
    const credentials = part('NATS USER JWT', 'a.b.c') + part('USER NKEY SEED', 'SU');
    const options = connectionOptions('nats://other:hush@one', { access: { credentials } });
    expect(typeof options.authenticator).toBe('function');
    expect(options.user).toBeUndefined();
  });
});
