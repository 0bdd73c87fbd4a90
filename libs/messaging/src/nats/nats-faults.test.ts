import { Logger } from '@nestjs/common';
import { eventually } from '@outlay/testing';
import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { setTimeout } from 'node:timers/promises';
import { probe, runProbe, type ProbeService } from '../contract/probe.contract.js';
import type { Messaging } from '../messaging.js';
import { openMessaging } from '../open-messaging.js';
import { startProbeProcess } from './testing/probe-process.js';

Logger.overrideLogger(false);

const signingKey = 'a-key-for-tests-only-0123456789abcdef';
const context = { actor: null, correlationId: 'faults' };
const TIMEOUT_MS = 1000;
const OUTAGE_MS = 3000;

describeOn(await backing('nats', { own: true }), 'NATS in trouble', (start) => {
  let server: BackingServer;
  let caller: Messaging;
  let home: Messaging;
  let service: ProbeService;
  beforeAll(async () => {
    server = await start();
    // Everything below starts while NATS is down.
    await server.stop();
    caller = await openMessaging({ url: server.url, signingKey, timeoutMs: TIMEOUT_MS });
    home = await openMessaging({ url: server.url, signingKey });
    service = await runProbe(home);
  });
  afterAll(async () => {
    await service.close();
    await caller.close();
    await home.close();
    await server.close();
  });

  const ask = () => caller.client.call(probe.who, {}, context);
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
  async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
    const started = performance.now();
    return [await work(), performance.now() - started];
  }
  async function expectRefusedAtOnce(): Promise<void> {
    const [answer, ms] = await timed(() => outcome(ask()));
    expect(answer).toBe('SERVICE_UNAVAILABLE');
    expect(ms).toBeLessThan(100);
    expect(await caller.isReady()).toBe(false);
  }
  async function expectServingWithin(ms: number): Promise<void> {
    await eventually(async () => (await outcome(ask())) === 'answered', ms);
    expect(await caller.isReady()).toBe(true);
  }

  it('down at the start: calls are refused at once, and served within two seconds of its coming', async () => {
    await expectRefusedAtOnce();
    await server.restart();
    await expectServingWithin(2000);
  });

  it('dead in the middle of a request: the outcome is unknown at the deadline, and later calls are refused at once', async () => {
    const asked = timed(() => outcome(caller.client.call(probe.wait, {}, context)));
    await eventually(() => service.waiting() === 1);
    await server.kill();
    await eventually(async () => !(await caller.isReady()));
    await expectRefusedAtOnce();
    const [answer, ms] = await asked;
    expect(answer).toBe('OUTCOME_UNKNOWN');
    expect(ms).toBeLessThan(TIMEOUT_MS + 300);
    service.release();
  });

  it('back after an outage: served within two seconds', async () => {
    await setTimeout(OUTAGE_MS);
    await expectRefusedAtOnce();
    await server.restart();
    await expectServingWithin(2000);
  });

  it('frozen: the outcome is unknown, until the silence is noticed and calls are refused at once', async () => {
    await server.pause();
    expect(await outcome(ask())).toBe('OUTCOME_UNKNOWN');
    await eventually(async () => (await outcome(ask())) === 'SERVICE_UNAVAILABLE', 8000);
    await expectRefusedAtOnce();
    await server.resume();
    await expectServingWithin(3000);
  });

  it('closes while NATS is down', async () => {
    const messaging = await openMessaging({ url: 'nats://127.0.0.1:1', signingKey });
    const probed = await runProbe(messaging);
    const [, ms] = await timed(async () => {
      await probed.close();
      await messaging.close();
    });
    expect(ms).toBeLessThan(1000);
  });

  describe('and services that come and go', () => {
    const WORK_MS = 20;

    beforeAll(async () => {
      await service.close();
      await server.restart();
    });
    afterAll(async () => {
      service = await runProbe(home);
    });

    it('lose no request to SIGTERM, one instance after another', async () => {
      const callers = await openMessaging({ url: server.url, signingKey });
      const running = [await startProbeProcess(server.url, signingKey, WORK_MS)];
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
            // A refusal comes so fast that nothing else would have a turn.
            await setTimeout(10);
          }
        }
      });
      try {
        for (let restart = 0; restart < 3; restart += 1) {
          const next = await startProbeProcess(server.url, signingKey, WORK_MS);
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
    }, 60_000);

    it('killed in the middle of a request: the outcome is unknown, and another serves the next', async () => {
      const doomed = await startProbeProcess(server.url, signingKey, 60_000);
      const asked = outcome(ask());
      // What was sent before has gone through NATS once it answers this.
      expect(await caller.isReady()).toBe(true);
      expect(await doomed.end('SIGKILL')).toBeNull();
      const [absent, ms] = await timed(() => outcome(ask()));
      expect(absent).toBe('SERVICE_UNAVAILABLE');
      expect(ms).toBeLessThan(100);
      expect(await asked).toBe('OUTCOME_UNKNOWN');
      const other = await startProbeProcess(server.url, signingKey, 0);
      expect(await ask()).toEqual({ instance: other.instance });
      await other.end('SIGTERM');
    }, 60_000);
  });
});
