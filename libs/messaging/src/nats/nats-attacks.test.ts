import { Logger } from '@nestjs/common';
import { connect } from '@nats-io/transport-node';
import { refusedMessages } from '@outlay/telemetry';
import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { probe, runProbe, type ProbeService } from '../contract/probe.contract.js';
import type { Messaging } from '../messaging.js';
import { openMessaging } from '../open-messaging.js';
import { MessageSeal } from './message-seal.js';
import { openWire, type Wire } from './testing/nats-wire.js';

Logger.overrideLogger(false);

const secretKey = 'a-key-for-tests-only-0123456789abcdef';
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
  const wires: Pick<Wire, 'close'>[] = [];
  beforeAll(async () => {
    server = await start('--user', LOGIN.user, '--pass', LOGIN.pass);
    url = server.url.replace('//', `//${LOGIN.user}:${encodeURIComponent(LOGIN.pass)}@`);
    messaging = await openMessaging({ url, secretKey });
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
      const without = await openMessaging({ url: guess, secretKey });
      expect(await without.isReady()).toBe(false);
      expect(await code(without.client.call(probe.echo, { text: 'guessed' }, invented))).toBe('SERVICE_UNAVAILABLE');
      await without.close();
    }
    expect(service.echoed).toEqual([]);
  });

  it('rejects a message from a client with credentials but without the key', async () => {
    const forger = await openMessaging({ url, secretKey: secretKey.toUpperCase(), timeoutMs: 500 });
    // The rejection is encrypted with the other key, so the forger cannot read it either.
    expect(await code(forger.client.call(probe.echo, { text: 'forged' }, invented))).toBe('OUTCOME_UNKNOWN');
    await forger.close();

    const stranger = await wire(LOGIN);
    const data = JSON.stringify({ request: { text: 'plain' }, context: invented });
    stranger.send('SUB answers 1', `PUB probe.echo answers ${Buffer.byteLength(data)}`, data);
    expect(await stranger.receives(/MSG answers 1 \d+\r\n[^]+/)).not.toMatch(/FORBIDDEN/);
    expect(service.echoed).toEqual([]);
  });

  it('shows somebody who listens neither a request nor its reply', async () => {
    const watcher = await wire(LOGIN);
    watcher.send('SUB > 3', 'PING');
    await watcher.receives(/PONG/);
    const reply = await messaging.client.call(probe.echo, { text: 'hush' }, { ...invented, correlationId: 'thread 7' });
    expect(reply.text).toBe('hush');
    const seen = await watcher.receives(/HMSG probe\.echo 3 [^]*\r\nMSG _INBOX\.[^]*\r\n/);
    expect(seen).toContain('Outlay-Correlation-Id: thread%207');
    expect(seen).not.toMatch(/hush|super_admin|example\.org/);
    watcher.send('UNSUB 3');
  });

  it('rejects a message that was altered in transit', async () => {
    const { recorded, send } = await record('genuine');
    const altered = Buffer.from(recorded);
    altered.writeUInt8(altered.readUInt8(altered.length - 20) ^ 1, altered.length - 20);
    await send(altered);
    expect(service.echoed.filter((text) => text === 'genuine')).toHaveLength(1);
  });

  it('rejects a genuine message that was recorded and is sent again', async () => {
    const { recorded, send } = await record('recorded');
    const before = await repeated();
    const reply = await send(recorded);
    expect(new MessageSeal(secretKey).open(reply.subject, reply.data)?.payload.toString()).toContain(
      '"message":"This message was received before.","code":"FORBIDDEN"',
    );
    expect(await repeated()).toBe(before + 1);
    expect(service.echoed.filter((text) => text === 'recorded')).toHaveLength(1);
  });

  it('rejects a genuine message that is sent to another subject', async () => {
    const { recorded, send } = await record('moved');
    await send(recorded, probe.repeat.subject);
    expect(service.echoed.filter((text) => text === 'moved')).toHaveLength(1);
  });

  async function repeated(): Promise<number> {
    const { values } = await refusedMessages.get();
    const { subject } = probe.echo;
    return values.find(({ labels }) => labels.subject === subject && labels.reason === 'repeated')?.value ?? 0;
  }

  /** Calls the service as a part does, while an attacker records the message and sends it again, or a forged one. */
  async function record(text: string) {
    const thief = await connect({ servers: new URL(url).host, ...LOGIN });
    wires.push({ close: () => void thief.close() });
    const recorded = new Promise<Uint8Array>((resolve) => {
      thief.subscribe(probe.echo.subject, { max: 1, callback: (_, { data }) => resolve(data) });
    });
    await thief.flush();
    await messaging.client.call(probe.echo, { text }, invented);
    return {
      recorded: Buffer.from(await recorded),
      // Resolves once it was handled; only parts can read the reply.
      send: async (message: Uint8Array, subject: string = probe.echo.subject) => {
        const reply = await thief.request(subject, message);
        expect(Buffer.from(reply.data).toString('latin1')).not.toContain('"code"');
        return reply;
      },
    };
  }

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

  it('shows no password to a server without TLS if an authority is given', async () => {
    const careful = await openMessaging({ url, secretKey, access: { authority: 'of another server' } });
    expect(await careful.isReady()).toBe(false);
    await careful.close();
  });

  it('does not start without a key', async () => {
    await expect(openMessaging({ url })).rejects.toThrow('32 characters');
  });
});
