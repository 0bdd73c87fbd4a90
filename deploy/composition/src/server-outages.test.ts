import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { EventStoreDbServer } from '@outlay/event-store/testing';
import { eventually, tempFolder } from '@outlay/testing';
import { backing } from '@outlay/testing/backing/backing';
import { freePort } from '@outlay/testing/backing/free-port';
import { EMBEDDED, type BackingUrls } from './config.js';
import { ServerOutages } from './server-outages.js';
import { Stores } from './stores.js';

const CERTIFICATES = join(import.meta.dirname, '..', '..', 'tools', 'certificates');
const PASSWORD = 'p4ss-word%2Fof-the-server';
const CREDENTIALS = `somebody:${PASSWORD}@`;

const pem = (kind: string, base64: string) => `-----BEGIN ${kind}-----\n${base64}\n-----END ${kind}-----\n`;
/** A certificate of an unknown authority, for the tests only. */
const TLS = {
  key: pem(
    'PRIVATE KEY',
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3CElgZZHWKMAGvW2avE7CW3wNaaswKhkYszrqWW6oC' +
      '2hRANCAAQ0LtuWLwjjJr7GnjpceB+8Untf7KPWm//D1jPAwN+vsl/y7Y2AkXXRlcIhuhAJePvXHPLyrbFt2oWXgTtf' +
      'RJsN',
  ),
  cert: pem(
    'CERTIFICATE',
    'MIIBmjCCAUGgAwIBAgIUdDOmwvC4VZ5wZkOE81dShZ5SEX4wCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJbG9jYWxob3' +
      'N0MCAXDTI2MTEyMzIyNDUzNloYDzIxMjYxMDMwMjI0NTM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjO' +
      'PQIBBggqhkjOPQMBBwNCAAQ0LtuWLwjjJr7GnjpceB+8Untf7KPWm//D1jPAwN+vsl/y7Y2AkXXRlcIhuhAJePvXHP' +
      'LyrbFt2oWXgTtfRJsNo28wbTAdBgNVHQ4EFgQUEgHNz4aRIpzK42D5WAITp7z7JJMwHwYDVR0jBBgwFoAUEgHNz4aR' +
      'IpzK42D5WAITp7z7JJMwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj' +
      '0EAwIDRwAwRAIgKO/YB16gveIvoxotUhNtsATF1OSbCc7f9sMAzXpOMCcCIC+duALKEoKK3lmUsWHNIIpBs4Y+uWVT' +
      'AxlJ2BB3un9/',
  ),
};

function messages() {
  const [warnings, logs]: [string[], string[]] = [[], []];
  const logger = { warn: (text: string) => warnings.push(text), log: (text: string) => logs.push(text) };
  return { warnings, logs, outages: new ServerOutages(logger) };
}

describe('servers that do not work', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let opened: { close(): unknown }[];
  beforeEach(async () => {
    folder = await tempFolder('outages');
    opened = [];
  });
  afterEach(async () => {
    for (const one of opened.reverse()) await one.close();
    await folder.remove();
  });

  async function listening(server: Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(server);
    return (server.address() as AddressInfo).port;
  }

  function storesOn(servers: Partial<BackingUrls>) {
    const said = messages();
    const stores = new Stores(folder.path, { ...EMBEDDED, ...servers }, undefined, said.outages);
    opened.push(stores);
    const open = () => Promise.allSettled([stores.events(), stores.documents('auth'), stores.jobs(), stores.blobs()]);
    return { stores, open, ...said };
  }

  it.each<[setting: string, servers: (port: number) => Partial<BackingUrls>]>([
    ['EVENTSTORE_URL', (port) => ({ eventStore: `esdb://${CREDENTIALS}127.0.0.1:${port}?tls=false` })],
    ['MONGO_URL', (port) => ({ mongo: `mongodb://${CREDENTIALS}127.0.0.1:${port}/outlay` })],
    ['REDIS_URL', (port) => ({ redis: `redis://${CREDENTIALS}127.0.0.1:${port}/0` })],
    ['S3_URL', (port) => ({ s3: `http://${CREDENTIALS}127.0.0.1:${port}/bucket` })],
  ])('%s of a closed port is named once, with its host and without its password', async (setting, servers) => {
    const port = await freePort();
    const { stores, open, warnings } = storesOn(servers(port));
    await open();
    await eventually(async () => {
      expect(Object.values(await stores.isReady())).toContain(false);
      return warnings.length > 0;
    }, 20_000);
    for (let n = 0; n < 3; n += 1) await stores.isReady();
    expect(stores.missingServers()).toEqual([setting]);
    expect(warnings[0]).toMatch(new RegExp(`^${setting} \\(127\\.0\\.0\\.1:${port}\\) does not work: .`));
    expect(new Set(warnings).size).toBe(warnings.length);
    expect(warnings.join()).not.toMatch('p4ss-word');
  });

  it('a certificate of an unknown authority is said to be one', async () => {
    const port = await listening(createTlsServer(TLS, (_, response) => response.end()));
    const { stores, open, warnings } = storesOn({
      mongo: `mongodb://${CREDENTIALS}127.0.0.1:${port}/outlay?tls=true`,
      s3: `https://${CREDENTIALS}127.0.0.1:${port}/bucket`,
      redis: `rediss://${CREDENTIALS}127.0.0.1:${port}/0`,
    });
    await open();
    await eventually(async () => (await stores.isReady()) && stores.missingServers().length === 3, 20_000);
    expect(warnings.find((text) => text.startsWith('REDIS_URL'))).toMatch(/self.signed.cert/i);
    expect(warnings.find((text) => text.startsWith('MONGO_URL'))).toMatch(/self.signed.cert/i);
    expect(warnings.find((text) => text.startsWith('S3_URL'))).toMatch(/self.signed.cert/i);
    expect(warnings.join()).not.toMatch('p4ss-word');
  });

  it('a server without TLS where TLS is expected is named', async () => {
    const port = await listening(createHttpServer((_, response) => response.end()));
    const { stores, open, warnings } = storesOn({ s3: `https://${CREDENTIALS}127.0.0.1:${port}/bucket` });
    await open();
    await eventually(async () => (await stores.isReady()) && warnings.length > 0, 20_000);
    expect(warnings[0]).toMatch(/^S3_URL .*EPROTO/);
  });

  it.each<[reason: string, url: (secured: number, plain: number, ca: string) => string]>([
    [
      'it refuses the user or the password (16 UNAUTHENTICATED',
      (secured, _, ca) => `esdb://${CREDENTIALS}localhost:${secured}?tlsCAFile=${ca}`,
    ],
    [
      'the authority of its certificate is not known here (unable to verify the first certificate',
      (secured) => `esdb://${CREDENTIALS}localhost:${secured}`,
    ],
    [
      'it ends each connection, as a server with TLS does if the setting has tls=false (Failed to connect',
      (secured) => `esdb://localhost:${secured}?tls=false`,
    ],
    ['there is no TLS at the other end (wrong version number', (_, plain) => `esdb://${CREDENTIALS}localhost:${plain}`],
  ])('an EventStoreDB is named once, and why: %s', async (reason, urlOf) => {
    execFileSync(CERTIFICATES, [folder.path], { stdio: 'pipe' });
    const file = (name: string) => join(folder.path, name);
    const certificate = await readFile(file('eventstore.pem'));
    const key = await readFile(file('eventstore-key.pem'));
    const logins = new Set(['c29tZWJvZHk6YW5vdGhlcg==']);
    const caFile = file('ca.pem');
    const secured = await EventStoreDbServer.start({ certificate, key, caFile, logins });
    const plain = await EventStoreDbServer.start();
    opened.push({ close: () => [secured, plain].forEach((server) => server.stop()) });
    const eventStore = urlOf(secured.port, plain.port, caFile);
    const { stores, warnings } = storesOn({ eventStore });
    await stores.events();
    for (let n = 0; n < 3; n += 1)
      await eventually(async () => (await stores.isReady()) && warnings.length > 0, 20_000);
    const [host] = /localhost:\d+/.exec(eventStore) ?? [];
    expect(warnings).toEqual([expect.stringContaining(`EVENTSTORE_URL (${host}) does not work: ${reason}`)]);
    expect(warnings.join()).not.toMatch(/p4ss-word|openssl|Resolution note/);
  });

  it('hides credentials that a server repeats, and counts repeated failures', () => {
    const { outages, warnings, logs } = messages();
    const url = `mongodb://${CREDENTIALS}a.example:27017,b.example:27017/outlay`;
    outages.failed('MONGO_URL', url, `Authentication failed for somebody with ${decodeURIComponent(PASSWORD)}`);
    outages.failed('MONGO_URL', url, `Authentication failed for somebody with ${PASSWORD}`);
    const server = 'MONGO_URL (a.example:27017,b.example:27017)';
    expect(warnings).toEqual([`${server} does not work: Authentication failed for … with …`]);
    for (let n = 0; n < 200; n += 1) outages.failed('MONGO_URL', url, 'Authentication failed for … with …');
    expect(warnings.slice(1)).toEqual([`${server} still does not work, after 150 checks`]);
    expect(outages.missing).toEqual(['MONGO_URL']);
    outages.works('MONGO_URL', url);
    outages.works('MONGO_URL', url);
    expect(logs).toEqual([`${server} works again, after 202 failed checks`]);
    expect(outages.missing).toEqual([]);
  });
});

describe.each(['s3', 'redis'] as const)('a real %s that is given a wrong password', (name) => {
  const setting = `${name.toUpperCase()}_URL`;
  it('is named, with what it says', async () => {
    const found = await backing(name);
    if (found.missing !== null) return void process.stderr.write(`skipped: ${found.missing}\n`);
    const [server, folder] = [await found.start(), await tempFolder('outages')];
    const { outages, warnings } = messages();
    const url = new URL(server.url);
    url.username ||= 'somebody';
    url.password = PASSWORD;
    const stores = new Stores(folder.path, { ...EMBEDDED, [name]: url.href }, undefined, outages);
    await Promise.all([stores.blobs(), stores.jobs()]);
    const named = new RegExp(`^${setting} \\(127\\.0\\.0\\.1:\\d+\\) does not work: .*(AccessDenied|WRONGPASS|NOAUTH)`);
    // A server that has just started may say at first that it is not ready.
    await eventually(async () => (await stores.isReady()) && warnings.some((warning) => named.test(warning)), 20_000);
    expect(stores.missingServers()).toEqual([setting]);
    expect(warnings.join()).not.toMatch('p4ss-word');
    await stores.close();
    await server.close();
    await folder.remove();
  });
});
