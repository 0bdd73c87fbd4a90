import type { MessageContext } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { probe, runProbe, type ProbeService } from './contract/probe.contract.js';
import type { Messaging } from './messaging.js';

export { probe, runProbe, type ProbeService } from './contract/probe.contract.js';

const context: MessageContext = {
  actor: { id: 'u-1', email: 'zoë@example.org', name: 'Zoë Łuk', role: 'partner', reimbursementCurrency: 'EUR' },
  correlationId: 'thread-1',
  idempotencyKey: 'key-1',
};
const CALL_TIMEOUT_MS = 5000;
/** The timeout of calls that are never answered. */
const SHORT_TIMEOUT_MS = 200;
/** The timeout is longer than the interval of progress signs. */
const PATIENT_TIMEOUT_MS = 2000;
/** About the size of a list page; NATS accepts 1 MB. */
const LARGE = 'x'.repeat(900_000);

/** The behaviour of every transport. `open` opens the messaging of another process that reaches the earlier ones. */
export function messagingContract(name: string, open: (timeoutMs: number) => Promise<Messaging>): void {
  describe(`${name} as a transport`, () => {
    let caller: Messaging;
    let processes: Messaging[];
    let service: ProbeService;
    beforeAll(async () => {
      processes = [];
      caller = await openProcess();
      service = await runProbe(await openProcess());
    });
    afterAll(async () => {
      await service.close();
      for (const process of processes) await process.close();
    });
    async function openProcess(timeoutMs = CALL_TIMEOUT_MS): Promise<Messaging> {
      const messaging = await open(timeoutMs);
      processes.push(messaging);
      return messaging;
    }
    const errorOf = (call: Promise<unknown>) =>
      call.then(
        () => 'no error',
        (error: unknown) => error,
      );

    it('carries a request, its context and the reply', async () => {
      expect(await caller.client.call(probe.echo, { text: 'hello' }, context)).toMatchObject({
        text: 'hello',
        context,
      });
    });

    it.each([
      ['any script', 'Zoë, 領収書, чек, 🧾‍♀️, \u0000, "\\n"'],
      ['a page of a list', LARGE],
      ['nothing', ''],
    ])('carries a text of %s unchanged', async (_, text) => {
      expect(await caller.client.call(probe.echo, { text }, context)).toMatchObject({ text });
    });

    it('carries null as a reply', async () => {
      expect(await caller.client.call(probe.list, {}, context)).toBeNull();
    });

    it('reports INTERNAL for a handler that returns undefined', async () => {
      expect(await errorOf(caller.client.call(probe.nothing, {}, context))).toMatchObject({ code: 'INTERNAL' });
    });

    it('does not mix up parallel calls', async () => {
      const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
      const answers = await Promise.all(texts.map((text) => caller.client.call(probe.echo, { text }, context)));
      expect(answers.map(({ text }) => text)).toEqual(texts);
    });

    it('carries a known error with code, message and details', async () => {
      expect(await errorOf(caller.client.call(probe.fail, { how: 'known' }, context))).toMatchObject({
        name: 'OutlayError',
        code: 'CONFLICT',
        message: 'Already paid',
        details: { id: 7 },
      });
    });

    it('reports an unavailable store as SERVICE_UNAVAILABLE', async () => {
      const failed = caller.client.call(probe.fail, { how: 'EventStoreUnavailable' }, context);
      expect(await errorOf(failed)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });

    it('reports an append without an answer as OUTCOME_UNKNOWN', async () => {
      const failed = caller.client.call(probe.fail, { how: 'EventStoreOutcomeUnknown' }, context);
      expect(await errorOf(failed)).toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        message: 'The event store did not answer in time. The outcome is unknown; trying again is safe.',
      });
    });

    it('hides an unknown error behind INTERNAL', async () => {
      const error = await errorOf(caller.client.call(probe.fail, { how: 'unknown' }, context));
      expect(error).toMatchObject({ code: 'INTERNAL' });
      expect(JSON.stringify(error)).not.toContain('secret');
    });

    it('rejects a request that does not match the contract, naming the field', async () => {
      const wrong = { text: 7 } as unknown as { text: string };
      expect(await errorOf(caller.client.call(probe.echo, wrong, context))).toMatchObject({
        code: 'INVALID_INPUT',
        details: [{ field: 'text' }],
      });
    });

    it('rejects a call that no server handles', async () => {
      expect(await errorOf(caller.client.call(probe.absent, {}, context))).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('probe service is not available') as string,
      });
    });

    it('reports an unknown outcome if no reply arrives in time', async () => {
      const hasty = await openProcess(SHORT_TIMEOUT_MS);
      expect(await errorOf(hasty.client.call(probe.wait, {}, context))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      await eventually(() => service.waiting() === 1);
      service.release();
    });

    it('waits for what grows as long as it makes progress, and no longer than for anything else if it makes none', async () => {
      const hasty = await openProcess(PATIENT_TIMEOUT_MS);
      const isTimedOut = async (call: Promise<unknown>) =>
        expect(await errorOf(call)).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      let hasEnded = false;
      const growing = hasty.client.call(probe.grow, { untilReleased: true }, context).finally(() => (hasEnded = true));
      // The time of each ends after that of the growing one would have.
      await isTimedOut(hasty.client.call(probe.grow, { untilReleased: false }, context));
      await isTimedOut(hasty.client.call(probe.wait, {}, context));
      expect(hasEnded).toBe(false);
      service.release();
      expect(await growing).toEqual({ instance: 'one' });
      await eventually(() => service.waiting() === 0);
    });

    it('reports that no server handles what grows', async () => {
      expect(await errorOf(caller.client.call(probe.absentGrow, {}, context))).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('probe service is not available') as string,
      });
    });

    it('is ready', async () => {
      expect(await caller.isReady()).toBe(true);
    });

    describe('with a second instance of the service', () => {
      const OTHER = 'two';
      let other: ProbeService;
      beforeEach(async () => {
        other = await runProbe(await openProcess(), OTHER);
      });
      afterEach(() => other.close());

      it('delivers each message to one instance, and messages to both', async () => {
        const texts = Array.from({ length: 100 }, (_, index) => `once ${index}`);
        await Promise.all(texts.map((text) => caller.client.call(probe.echo, { text }, context)));
        const handled = [...service.echoed, ...other.echoed].filter((text) => text.startsWith('once '));
        expect(handled.toSorted()).toEqual(texts.toSorted());
        expect(other.echoed.length).toBeGreaterThan(0);
        expect(other.echoed.length).toBeLessThan(texts.length);
      });

      it('lets a closing instance finish its messages and sends it no more', async () => {
        const asked = Array.from({ length: 40 }, () => caller.client.call(probe.wait, {}, context));
        await eventually(() => service.waiting() + other.waiting() === asked.length);
        const taken = other.waiting();
        expect(taken).toBeGreaterThan(0);
        let closed = false;
        const closing = other.close().then(() => {
          closed = true;
        });
        // Handled by the remaining instance; the closing one only finishes its own messages.
        await Promise.all(Array.from({ length: 20 }, () => caller.client.call(probe.who, {}, context)));
        // An instance that did not wait would be closed by then.
        await setTimeout(100);
        expect({ closed, waiting: other.waiting() }).toEqual({ closed: false, waiting: taken });
        other.release();
        await closing;
        service.release();
        const answers = await Promise.all(asked);
        expect(answers.filter(({ instance }) => instance === OTHER)).toHaveLength(taken);
      });

      it('fails no call when an instance closes under load', async () => {
        let isClosed = false;
        let answered = 0;
        const callers = Array.from({ length: 20 }, async () => {
          while (!isClosed) {
            await caller.client.call(probe.who, {}, context);
            answered += 1;
            // Calls within a process would starve the event loop.
            await setImmediate();
          }
        });
        await eventually(() => answered > callers.length);
        await other.close();
        isClosed = true;
        await Promise.all(callers);
      });
    });
  });
}
