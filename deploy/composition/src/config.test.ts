import { cosignerKey, openCosignerKey, openPrivateKey, privateKey } from '@outlay/transparency-log';
import { readConfig } from './config.js';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, '/app')).toEqual({
      port: 4000,
      host: '127.0.0.1',
      operationsPort: null,
      publicUrl: 'http://localhost:4000',
      dataDir: './data',
      jwtSecret: null,
      acceptedJwtSecret: null,
      fourEyes: false,
      auditKey: null,
      previousAuditKey: null,
      witnesses: [],
      trustedProxies: [],
      backing: { nats: null, eventStore: null, mongo: null, redis: null, s3: null },
      natsAccess: { user: null, password: null, credentials: null, authority: null, certificate: null, key: null },
      rateUrls: {
        ecb: 'https://data-api.ecb.europa.eu/service/data/EXR',
        centralBanks: 'https://api.frankfurter.dev/v2',
        currencyApi: [
          'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@{date}/v1/currencies/eur.min.json',
          'https://{date}.currency-api.pages.dev/v1/currencies/eur.min.json',
        ],
      },
      mail: null,
      logFormat: 'text',
      tracesUrl: null,
      webRoot: '/app/web/dist',
    });
  });

  it('trusts the configured proxies', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1' }, '/app');
    expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', '::1']);
    expect(readConfig({ TRUSTED_PROXIES: ' ' }, '/app').trustedProxies).toEqual([]);
    for (const wrong of ['true', '10.0.0.0/33', '1.2.3.4/8/8', 'proxy.example']) {
      expect(() => readConfig({ TRUSTED_PROXIES: wrong }, '/app')).toThrow('TRUSTED_PROXIES');
    }
  });

  it('accepts the address of each backing service, and shows no part of an invalid one', () => {
    const urls = {
      NATS_URL: 'nats://outlay:hush@nats:4222',
      EVENTSTORE_URL: 'esdb://admin:hush@events:2113?tls=false',
      MONGO_URL: 'mongodb://one:27017,two:27017/?replicaSet=rs0',
      REDIS_URL: 'redis://:hush@redis:6379/0',
      S3_URL: 'https://key:hush@s3.example/outlay',
    };
    expect(readConfig(urls, '/app').backing).toEqual({
      nats: urls.NATS_URL,
      eventStore: urls.EVENTSTORE_URL,
      mongo: urls.MONGO_URL,
      redis: urls.REDIS_URL,
      s3: urls.S3_URL,
    });
    for (const name of Object.keys(urls)) {
      expect(() => readConfig({ [name]: 'ftp://key:hush@host' }, '/app')).toThrow(`${name}: must be an address`);
      expect(() => readConfig({ [name]: 'hush' }, '/app')).not.toThrow(/hush/);
    }
  });

  it('accepts a mirror of each source of exchange rates, or off', () => {
    const settings = { FX_ECB_URL: 'http://mirror/ecb/', FX_CENTRAL_BANKS_URL: 'off', FX_CURRENCY_API_URL: 'off' };
    expect(readConfig(settings, '/app').rateUrls).toEqual({
      ecb: 'http://mirror/ecb',
      centralBanks: null,
      currencyApi: null,
    });
    for (const name of Object.keys(settings)) {
      expect(() => readConfig({ [name]: 'file:///etc/passwd' }, '/app')).toThrow(`${name}: must be an address`);
    }
  });

  it('takes an empty setting as not set', () => {
    const { dataDir, tracesUrl } = readConfig({ DATA_DIR: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' }, '/app');
    expect({ dataDir, tracesUrl }).toEqual({ dataDir: './data', tracesUrl: null });
  });

  it('accepts several witnesses, each with a key that is one of a witness', () => {
    const key = openCosignerKey(cosignerKey('witness.example/w1', Buffer.alloc(32, 1))).publicKey;
    const { witnesses } = readConfig(
      { WITNESS_URLS: `${key} https://one.example/w/, ${key}  http://two:4700,` },
      '/app',
    );
    expect(witnesses).toEqual([
      { key, url: 'https://one.example/w' },
      { key, url: 'http://two:4700' },
    ]);
    const ofLog = openPrivateKey(privateKey('log.example', Buffer.alloc(32, 1))).publicKey;
    for (const wrong of [key, `${key} ftp://one`, `https://one ${key}`, `${ofLog} https://one`, `${key} https://one x`])
      expect(() => readConfig({ WITNESS_URLS: wrong }, '/app')).toThrow('WITNESS_URLS: must be keys of witnesses');
  });

  it('accepts certificates for NATS, and names an invalid one without showing it', () => {
    const [certificate, key] = ['-----BEGIN CERTIFICATE-----\nMII', '-----BEGIN EC PRIVATE KEY-----\nMHc'];
    const { natsAccess } = readConfig({ NATS_CA: certificate, NATS_CERT: certificate, NATS_KEY: key }, '/app');
    expect(natsAccess).toMatchObject({ authority: certificate, certificate, key });
    for (const name of ['NATS_CA', 'NATS_CERT', 'NATS_KEY', 'NATS_CREDS']) {
      const read = () => readConfig({ [name]: '/run/secrets/hush.pem' }, '/app');
      expect(read).toThrow(new RegExp(`${name}: must be the content of a`));
      expect(read).not.toThrow(/hush/);
    }
  });

  it('asks for four eyes where they are on', () => {
    expect(readConfig({ FOUR_EYES: 'on' }, '/app').fourEyes).toBe(true);
    expect(readConfig({ FOUR_EYES: '' }, '/app').fourEyes).toBe(false);
    expect(() => readConfig({ FOUR_EYES: 'yes' }, '/app')).toThrow('FOUR_EYES');
  });

  it('reads a mailbox only if it says who proves the sender of a mail', () => {
    const url = 'imaps://ada:hush@mail.example/INBOX';
    const read = (server: string) => readConfig({ IMAP_URL: url, MAIL_AUTHSERV_ID: server }, '/app').mail;
    expect(read('mx.example')).toEqual({ url, serverId: 'mx.example' });
    expect(read('off')).toEqual({ url, serverId: null });
    expect(() => read('')).toThrow('MAIL_AUTHSERV_ID');
    expect(() => read('')).not.toThrow(/hush/);
    expect(() => read('two words')).toThrow('MAIL_AUTHSERV_ID');
  });

  it('names every invalid setting and shows no value', () => {
    const read = () => readConfig({ PORT: 'http', JWT_SECRET: 'too-short-a-secret', LOG_FORMAT: 'xml' }, '/app');
    expect(read).toThrow(/PORT[^]*JWT_SECRET[^]*LOG_FORMAT/);
    expect(read).not.toThrow(/too-short-a-secret/);
  });
});
