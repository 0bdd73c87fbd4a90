import type { MessageContext } from '@outlay/contracts';
import { setTimeout } from 'node:timers/promises';
import { probe, runProbe, type ProbeService } from './contract/probe.contract.js';
import type { Messaging } from './messaging.js';

export { probe, runProbe, type ProbeService } from './contract/probe.contract.js';

const context: MessageContext = {
  actor: { id: 'u-1', email: 'zoë@example.org', name: 'Zoë Łuk', role: 'partner', reimbursementCurrency: 'EUR' },
  correlationId: 'thread-1',
  idempotencyKey: 'key-1',
};
/** Longer than any answer here takes on a busy machine, and what somebody waits who is to see that none comes. */
const PATIENT_MS = 5000;
const IMPATIENT_MS = 400;
/** As much as a page of a list has; NATS carries a million bytes. */
const LARGE = 'x'.repeat(900_000);

/**
 * What every transport must do. `open` answers the messaging of one more process, all of which reach each other;
 * its callers wait as long as they are told.
 */
export function messagingContract(name: string, open: (timeoutMs: number) => Promise<Messaging>): void {
  describe(`${name} as a transport`, () => {
    let caller: Messaging;
    let processes: Messaging[];
    let service: ProbeService;
    beforeAll(async () => {
      processes = [];
      caller = await inAProcess();
      service = await runProbe(await inAProcess());
    });
    afterAll(async () => {
      await service.close();
      for (const process of processes) await process.close();
    });
    async function inAProcess(timeoutMs = PATIENT_MS): Promise<Messaging> {
      const messaging = await open(timeoutMs);
      processes.push(messaging);
      return messaging;
    }
    const refused = (call: Promise<unknown>) =>
      call.then(
        () => 'answered',
        (error: unknown) => error,
      );

    it('carries a request, its context and the reply', async () => {
      expect(await caller.client.call(probe.echo, { text: 'hello' }, context)).toEqual({ text: 'hello', context });
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

    it('tells of a handler that answered nothing', async () => {
      expect(await refused(caller.client.call(probe.nothing, {}, context))).toMatchObject({ code: 'INTERNAL' });
    });

    it('keeps apart what is asked at the same time', async () => {
      const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
      const answers = await Promise.all(texts.map((text) => caller.client.call(probe.echo, { text }, context)));
      expect(answers.map(({ text }) => text)).toEqual(texts);
    });

    it('carries a known error with code, message and details', async () => {
      expect(await refused(caller.client.call(probe.fail, { how: 'known' }, context))).toMatchObject({
        name: 'OutlayError',
        code: 'CONFLICT',
        message: 'Already paid',
        details: { id: 7 },
      });
    });

    it('carries a store that is down as SERVICE_UNAVAILABLE', async () => {
      const failed = caller.client.call(probe.fail, { how: 'EventStoreUnavailable' }, context);
      expect(await refused(failed)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    });

    it('hides an unknown error behind INTERNAL', async () => {
      const error = await refused(caller.client.call(probe.fail, { how: 'unknown' }, context));
      expect(error).toMatchObject({ code: 'INTERNAL' });
      expect(JSON.stringify(error)).not.toContain('secret');
    });

    it('refuses a request that does not fit the contract, naming the field', async () => {
      const wrong = { text: 7 } as unknown as { text: string };
      expect(await refused(caller.client.call(probe.echo, wrong, context))).toMatchObject({
        code: 'INVALID_INPUT',
        details: [{ field: 'text' }],
      });
    });

    it('refuses at once where nobody listens', async () => {
      const started = performance.now();
      expect(await refused(caller.client.call(probe.absent, {}, context))).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('probe service is not available') as string,
      });
      // Not by waiting for an answer.
      expect(performance.now() - started).toBeLessThan(PATIENT_MS / 2);
    });

    it('tells that the outcome is unknown when no reply comes in time', async () => {
      const impatient = await inAProcess(IMPATIENT_MS);
      const started = performance.now();
      expect(await refused(impatient.client.call(probe.wait, {}, context))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(performance.now() - started).toBeLessThan(PATIENT_MS / 2);
      service.release();
    });

    it('is ready', async () => {
      expect(await caller.isReady()).toBe(true);
    });

    describe('with a second instance of the service', () => {
      const OTHER = 'two';
      let other: ProbeService;
      beforeEach(async () => {
        other = await runProbe(await inAProcess(), OTHER);
      });
      afterEach(() => other.close());

      it('hands each message to one of them, and work to both', async () => {
        const texts = Array.from({ length: 100 }, (_, index) => `once ${index}`);
        await Promise.all(texts.map((text) => caller.client.call(probe.echo, { text }, context)));
        const handled = [...service.echoed, ...other.echoed].filter((text) => text.startsWith('once '));
        expect(handled.toSorted()).toEqual(texts.toSorted());
        expect(other.echoed.length).toBeGreaterThan(0);
        expect(other.echoed.length).toBeLessThan(texts.length);
      });

      it('lets an instance that closes finish what it has, and gives it nothing more', async () => {
        const asked = Array.from({ length: 40 }, () => caller.client.call(probe.wait, {}, context));
        const taking = () => service.waiting() + other.waiting() < asked.length;
        for (let turn = 0; turn < 400 && taking(); turn += 1) await setTimeout(5);
        expect(taking()).toBe(false);
        const taken = other.waiting();
        expect(taken).toBeGreaterThan(0);
        let closed = false;
        const closing = other.close().then(() => {
          closed = true;
        });
        // A message sent now is answered by the one that stays; the other is done when its own are.
        await Promise.all(Array.from({ length: 20 }, () => caller.client.call(probe.who, {}, context)));
        // By then it would be closed if it did not wait.
        await setTimeout(100);
        expect({ closed, waiting: other.waiting() }).toEqual({ closed: false, waiting: taken });
        other.release();
        await closing;
        service.release();
        const answers = await Promise.all(asked);
        expect(answers.filter(({ instance }) => instance === OTHER)).toHaveLength(taken);
      });

      it('fails nobody when an instance closes under load', async () => {
        const deadline = performance.now() + 300;
        let answered = 0;
        const callers = Array.from({ length: 20 }, async () => {
          while (performance.now() < deadline) {
            await caller.client.call(probe.who, {}, context);
            answered += 1;
          }
        });
        await setTimeout(100);
        await other.close();
        await Promise.all(callers);
        expect(answered).toBeGreaterThan(callers.length);
      });
    });
  });
}
