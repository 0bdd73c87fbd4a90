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

describeOn(await backing('nats', { own: true }), 'attacks over NATS', (start) => {
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

  it('rejects a client without credentials', async () => {
    const stranger = await wire();
    stranger.send('PUB probe.echo 2', '{}');
    expect(await stranger.receives(/-ERR.*/)).toContain('Authorization Violation');
    for (const guess of [server.url, server.url.replace('//', '//outlay:guess@')]) {
      const without = await openMessaging({ url: guess, signingKey });
      expect(await without.isReady()).toBe(false);
      expect(await code(without.client.call(probe.echo, { text: 'guessed' }, invented))).toBe('SERVICE_UNAVAILABLE');
      await without.close();
    }
    expect(service.echoed).toEqual([]);
  });

  it('rejects a message from a client with credentials but without the signing key', async () => {
    const forger = await openMessaging({ url, signingKey: signingKey.toUpperCase(), timeoutMs: 500 });
    // The rejection is signed with the other key, so the forger does not accept it either.
    expect(await code(forger.client.call(probe.echo, { text: 'forged' }, invented))).toBe('OUTCOME_UNKNOWN');
    await forger.close();

    const unsigned = await wire(LOGIN);
    const data = JSON.stringify({ request: { text: 'unsigned' }, context: invented });
    unsigned.send('SUB answers 1', `PUB probe.echo answers ${Buffer.byteLength(data)}`, data);
    expect(await unsigned.receives(/\{"err".*\}/)).toContain('"code":"FORBIDDEN"');
    expect(service.echoed).toEqual([]);
  });

  it('rejects a signed message that was altered in transit', async () => {
    const watcher = await wire(LOGIN);
    watcher.send('SUB probe.echo 7', 'PING');
    await watcher.receives(/PONG/);
    await messaging.client.call(probe.echo, { text: 'genuine' }, { ...invented, correlationId: 'thread 7' });
    const seen = await watcher.receives(/NATS\/1\.0\r\n[^]*\r\n\r\n\{.*\}/);
    expect(seen).toContain('Outlay-Correlation-Id: thread%207');

    const altered = seen.replace('genuine', 'altered');
    const headerBytes = altered.indexOf('\r\n\r\n') + 4;
    watcher.send('SUB answers 8', `HPUB probe.echo answers ${headerBytes} ${altered.length}`, altered);
    expect(await watcher.receives(/\{"err".*\}/)).toContain('"code":"FORBIDDEN"');
    expect(service.echoed).toEqual(['genuine']);
  });

  it('rejects a genuine message that was recorded and is sent again', async () => {
    const watcher = await wire(LOGIN);
    watcher.send('SUB probe.echo 9', 'PING');
    await watcher.receives(/PONG/);
    await messaging.client.call(probe.echo, { text: 'recorded' }, invented);
    const seen = await watcher.receives(/NATS\/1\.0\r\n[^]*\r\n\r\n\{.*\}/);
    const headerBytes = seen.indexOf('\r\n\r\n') + 4;
    watcher.send('SUB answers 10', `HPUB probe.echo answers ${headerBytes} ${seen.length}`, seen);
    expect(await watcher.receives(/\{"err".*\}/)).toContain('"code":"FORBIDDEN"');
    expect(service.echoed.filter((text) => text === 'recorded')).toHaveLength(1);
  });

  it('reports a message larger than NATS accepts', async () => {
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

  it('does not start without a signing key', async () => {
    await expect(openMessaging({ url })).rejects.toThrow('32 characters');
  });
});
