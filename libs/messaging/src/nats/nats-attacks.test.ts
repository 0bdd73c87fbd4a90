import { Logger } from '@nestjs/common';
import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { probe, runProbe, type ProbeService } from '../contract/probe.contract.js';
import type { Messaging } from '../messaging.js';
import { openMessaging } from '../open-messaging.js';
import { openWire, type Wire } from './testing/nats-wire.js';

Logger.overrideLogger(false);

const signingKey = 'a-key-for-tests-only-0123456789abcdef';
const LOGIN = { user: 'outlay', pass: 's:cret' };
const invented = {
  actor: { id: 'x', email: 'x@example.org', name: 'X', role: 'super_admin', reimbursementCurrency: 'EUR' },
  correlationId: 'forged-1',
} as const;

describeOn(await backing('nats', { own: true }), 'NATS attacked', (start) => {
  let server: BackingServer;
  let url: string;
  let messaging: Messaging;
  let service: ProbeService;
  const wires: Wire[] = [];
  beforeAll(async () => {
    server = await start('--user', LOGIN.user, '--pass', LOGIN.pass);
    url = server.url.replace('//', `//${LOGIN.user}:${encodeURIComponent(LOGIN.pass)}@`);
    messaging = await openMessaging({ url, signingKey });
    service = await runProbe(messaging);
  });
  afterAll(async () => {
    for (const wire of wires) wire.close();
    await service.close();
    await messaging.close();
    await server.close();
  });
  async function wire(login?: Record<string, string>): Promise<Wire> {
    const opened = await openWire(server.url, login);
    wires.push(opened);
    return opened;
  }
  const code = (call: Promise<unknown>) => call.catch((error: { code: string }) => error.code);

  it('refuses whoever has no credentials', async () => {
    const stranger = await wire();
    stranger.send('PUB probe.echo 2', '{}');
    expect(await stranger.hears(/-ERR.*/)).toContain('Authorization Violation');
    for (const guess of [server.url, server.url.replace('//', '//outlay:guess@')]) {
      const without = await openMessaging({ url: guess, signingKey });
      expect(await without.isReady()).toBe(false);
      expect(await code(without.client.call(probe.echo, { text: 'guessed' }, invented))).toBe('SERVICE_UNAVAILABLE');
      await without.close();
    }
    expect(service.echoed).toEqual([]);
  });

  it('lets nobody with credentials but without the key act as somebody', async () => {
    const forger = await openMessaging({ url, signingKey: signingKey.toUpperCase(), timeoutMs: 500 });
    // Its caller cannot believe the refusal either, since that is signed by the other key.
    expect(await code(forger.client.call(probe.echo, { text: 'forged' }, invented))).toBe('OUTCOME_UNKNOWN');
    await forger.close();

    const unsigned = await wire(LOGIN);
    const data = JSON.stringify({ request: { text: 'unsigned' }, context: invented });
    unsigned.send('SUB answers 1', `PUB probe.echo answers ${Buffer.byteLength(data)}`, data);
    expect(await unsigned.hears(/\{"err".*\}/)).toContain('"code":"FORBIDDEN"');
    expect(service.echoed).toEqual([]);
  });

  it('refuses a genuine message that was altered on its way', async () => {
    const watcher = await wire(LOGIN);
    watcher.send('SUB probe.echo 7', 'PING');
    await watcher.hears(/PONG/);
    await messaging.client.call(probe.echo, { text: 'genuine' }, { ...invented, correlationId: 'thread 7' });
    const seen = await watcher.hears(/NATS\/1\.0\r\n[^]*\r\n\r\n\{.*\}/);
    expect(seen).toContain('Outlay-Correlation-Id: thread%207');

    const altered = seen.replace('genuine', 'altered');
    const headerBytes = altered.indexOf('\r\n\r\n') + 4;
    watcher.send('SUB answers 8', `HPUB probe.echo answers ${headerBytes} ${altered.length}`, altered);
    expect(await watcher.hears(/\{"err".*\}/)).toContain('"code":"FORBIDDEN"');
    expect(service.echoed).toEqual(['genuine']);
  });

  it('says so when a message is larger than NATS lets pass', async () => {
    const large = 'x'.repeat(1_100_000);
    await expect(messaging.client.call(probe.echo, { text: large }, invented)).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: expect.stringMatching(/too large: \d+ bytes/) as string,
    });
    await expect(messaging.client.call(probe.repeat, { text: 'x', times: 1_100_000 }, invented)).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining('too large') as string,
    });
  });

  it('does not start without a key', async () => {
    await expect(openMessaging({ url })).rejects.toThrow('32 characters');
  });
});
