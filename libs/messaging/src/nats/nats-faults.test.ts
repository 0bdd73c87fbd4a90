import { Logger } from '@nestjs/common';
import { eventually } from '@outlay/testing';
import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { probe, runProbe, type ProbeService } from '../contract/probe.contract.js';
import type { Messaging } from '../messaging.js';
import { openMessaging } from '../open-messaging.js';
import { startProbeProcess } from './testing/probe-process.js';

Logger.overrideLogger(false);

const secretKey = 'a-key-for-tests-only-0123456789abcdef';
const context = { actor: null, correlationId: 'faults' };
const TIMEOUT_MS = 1000;

describeOn(await backing('nats', { own: true }), 'an outage of NATS', (start) => {
  let server: BackingServer;
  let caller: Messaging;
  let serving: Messaging;
  let service: ProbeService;
  beforeAll(async () => {
    server = await start();
    // The clients start while NATS is down.
    await server.stop();
    caller = await openMessaging({ url: server.url, secretKey, timeoutMs: TIMEOUT_MS });
    serving = await openMessaging({ url: server.url, secretKey });
    service = await runProbe(serving);
  });
  afterAll(async () => {
    await service.close();
    await caller.close();
    await serving.close();
    await server.close();
  });

  const ask = () => caller.client.call(probe.who, {}, context);
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: { code: string }) => error.code,
    );
  // A call that waited for its timeout would be OUTCOME_UNKNOWN.
  async function expectRejectedAtOnce(): Promise<void> {
    expect(await outcome(ask())).toBe('SERVICE_UNAVAILABLE');
    expect(await caller.isReady()).toBe(false);
  }
  async function expectServed(): Promise<void> {
    await eventually(async () => (await outcome(ask())) === 'ok');
    await eventually(() => caller.isReady());
  }
  async function outlast(attempts: number): Promise<void> {
    let seen = 0;
    const placeholder = createServer((socket) => {
      seen += 1;
      socket.destroy();
    });
    await once(placeholder.listen(Number(new URL(server.url).port), '127.0.0.1'), 'listening');
    await eventually(() => seen >= attempts);
    await once(placeholder.close(), 'close');
  }

  it('at startup: calls are rejected at once, and served when NATS comes up', async () => {
    await expectRejectedAtOnce();
    await server.restart();
    await expectServed();
  });

  it('by a crash during a request: its outcome is unknown, and later calls are rejected at once', async () => {
    const asked = outcome(caller.client.call(probe.wait, {}, context));
    await eventually(() => service.waiting() === 1);
    await server.kill();
    await eventually(async () => !(await caller.isReady()));
    await expectRejectedAtOnce();
    expect(await asked).toBe('OUTCOME_UNKNOWN');
    service.release();
  });

  it('of several reconnect attempts: calls are served when NATS is back', async () => {
    await outlast(6);
    await expectRejectedAtOnce();
    await server.restart();
    await expectServed();
  });

  it('by a freeze: outcomes are unknown until it is detected, then calls are rejected at once', async () => {
    // The pings leave time for a call before the freeze is detected, even on a busy machine.
    const watchful = await openMessaging({ url: server.url, secretKey, timeoutMs: 300, pingIntervalMs: 1000 });
    const askWatchful = () => outcome(watchful.client.call(probe.who, {}, context));
    await eventually(async () => (await askWatchful()) === 'ok');
    await server.pause();
    expect(await askWatchful()).toBe('OUTCOME_UNKNOWN');
    await eventually(async () => (await askWatchful()) === 'SERVICE_UNAVAILABLE');
    expect(await watchful.isReady()).toBe(false);
    await server.resume();
    await eventually(async () => (await askWatchful()) === 'ok');
    await watchful.close();
    await expectServed();
  });

  it('closes while NATS is down', async () => {
    const messaging = await openMessaging({ url: 'nats://127.0.0.1:1', secretKey });
    const probed = await runProbe(messaging);
    await probed.close();
    await messaging.close();
    expect(await messaging.isReady()).toBe(false);
  });

  describe('services that restart', () => {
    const WORK_MS = 20;

    beforeAll(async () => {
      await service.close();
      await server.restart();
    });
    afterAll(async () => {
      service = await runProbe(serving);
    });

    it('lose no request when instances receive SIGTERM one after another', async () => {
      const callers = await openMessaging({ url: server.url, secretKey });
      const running = [await startProbeProcess(server.url, secretKey, WORK_MS)];
      let stopping = false;
      const served = new Map<string, number>();
      const failures: unknown[] = [];
      const load = Array.from({ length: 20 }, async () => {
        while (!stopping) {
          try {
            const { instance } = await callers.client.call(probe.who, {}, context);
            served.set(instance, (served.get(instance) ?? 0) + 1);
          } catch (error) {
            failures.push(error);
            // Rejections are so fast that they would starve the event loop.
            await setTimeout(10);
          }
        }
      });
      try {
        for (let restart = 0; restart < 3; restart += 1) {
          const next = await startProbeProcess(server.url, secretKey, WORK_MS);
          running.push(next);
          await eventually(() => (served.get(next.instance) ?? 0) > 20);
          expect(await running.shift()?.end('SIGTERM')).toBe(0);
        }
      } finally {
        stopping = true;
        await Promise.all(load);
        await Promise.all(running.map((process) => process.end('SIGTERM')));
        await callers.close();
      }
      expect(failures).toEqual([]);
      expect(served.size).toBe(4);
    }, 180_000);

    it('killed during a request: its outcome is unknown, and another instance serves the next', async () => {
      const doomed = await startProbeProcess(server.url, secretKey, 60_000);
      const asked = outcome(ask());
      // NATS has passed on the request once it confirms this flush.
      await eventually(() => caller.isReady());
      expect(await doomed.end('SIGKILL')).toBeNull();
      // NATS may notice the end of the process a moment later.
      await eventually(async () => (await outcome(ask())) === 'SERVICE_UNAVAILABLE');
      expect(await asked).toBe('OUTCOME_UNKNOWN');
      const other = await startProbeProcess(server.url, secretKey, 0);
      await eventually(async () => (await ask().catch(() => null))?.instance === other.instance);
      await other.end('SIGTERM');
    }, 180_000);
  });
});
