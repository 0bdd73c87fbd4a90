import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openDocuments, SoleInstance } from '@outlay/documents';
import { EventStoreUnavailable, type RecordedEvent, type SubscribeOptions } from '@outlay/event-store';
import { metrics } from '@outlay/telemetry';
import { TestClock, eventually, tempFolder } from '@outlay/testing';
import { collectWarnings } from '@outlay/testing/warnings';
import { CheckpointStore } from './checkpoint.store.js';
import { Projector, type Fill } from './projector.js';

function anEventOf(stream: string, position: number): RecordedEvent {
  const recordedAt = '2026-06-15T10:00:00.000Z';
  return {
    id: `id-${position}`,
    type: 'Any',
    data: {},
    metadata: {},
    stream,
    revision: 0,
    position: `${position}`,
    recordedAt,
  };
}

describe('the projector', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let checkpoint: CheckpointStore;
  beforeEach(async () => {
    folder = await tempFolder('projector');
    documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    checkpoint = new CheckpointStore(documents, 'read-models');
  });
  afterEach(async () => {
    await documents.destroy();
    await folder.remove();
  });

  async function starting({
    lease = new SoleInstance(),
    failOn = '',
    failsToCount = false,
    canWriteOtherDocuments = false,
    fill = null as Fill | null,
    intervals = {},
  } = {}) {
    const subscriptions: SubscribeOptions[] = [];
    let closed = 0;
    let caughtUp = 0;
    let counted = 0;
    const handled: string[] = [];
    const handlerOf = (name: string) => ({
      project: async (stream: string) => void handled.push(`again ${name} ${stream}`),
      canWriteOtherDocuments: async () => canWriteOtherDocuments,
      handle: async ({ stream }: RecordedEvent) => {
        if (stream === failOn) throw new Error('The document store is down');
        handled.push(`${name} ${stream}`);
      },
    });
    const subscribe = (options: SubscribeOptions) => {
      subscriptions.push(options);
      return { close: async () => void (closed += 1) };
    };
    const projector = new Projector(
      lease,
      { subscribe },
      checkpoint,
      handlerOf('expenses'),
      handlerOf('payments'),
      handlerOf('runs'),
      handlerOf('people'),
      {
        catchUp: async () => {
          if (failsToCount) throw new Error('The document store is down');
          counted += 1;
        },
        countAgain: async () => void handled.push('counted again'),
      },
      {
        add: async ({ stream, finding }) => void handled.push(`quarantined ${stream}: ${finding}`),
        retry: async (project) => {
          await project('expense-9');
          return true;
        },
      },
      new TestClock(),
      () => void (caughtUp += 1),
      fill,
      { save: 3_600_000, retry: 3_600_000, refill: 5, writer: 0, ...intervals },
    );
    await projector.onApplicationBootstrap();
    return {
      projector,
      subscriptions,
      handled,
      closed: () => closed,
      caughtUp: () => caughtUp,
      counted: () => counted,
    };
  }
  async function running(options: Parameters<typeof starting>[0] = {}) {
    const started = await starting(options);
    const [subscription] = await eventually(() => started.subscriptions.length > 0 && started.subscriptions);
    if (!subscription) throw new Error('The projector did not subscribe');
    return { ...started, subscription };
  }

  it('leaves a new event to its writer for a moment, and an old one not at all', async () => {
    const { subscription, handled } = await running({ intervals: { writer: 40 } });
    const started = performance.now();
    await subscription.handle({ ...anEventOf('expense-1', 1), recordedAt: '2026-06-15T09:59:59.000Z' });
    const late = subscription.handle(anEventOf('expense-2', 2));
    expect(handled).toEqual(['expenses expense-1']);
    await late;
    expect(performance.now() - started).toBeGreaterThan(35);
    expect(handled).toEqual(['expenses expense-1', 'expenses expense-2']);
  });

  it('subscribes to expenses, payments, runs and accounts from the checkpoint', async () => {
    expect((await running()).subscription).toMatchObject({
      prefixes: ['expense-', 'payment-', 'run-', 'account-'],
      after: null,
    });
    await checkpoint.save(anEventOf('expense-1', 41));
    expect((await running()).subscription.after).toBe('41');
  });

  it('passes each event to the projection of its stream', async () => {
    const { subscription, handled } = await running();
    await subscription.handle(anEventOf('expense-1', 1));
    await subscription.handle(anEventOf('payment-1', 2));
    await subscription.handle(anEventOf('account-1', 3));
    await subscription.handle(anEventOf('run-1', 4));
    expect(handled).toEqual(['expenses expense-1', 'payments payment-1', 'people account-1', 'runs run-1']);
  });

  it('saves the checkpoint and counts for the summaries after every 200 events', async () => {
    const { projector, subscription, closed, counted } = await running();
    for (let position = 1; position < 200; position += 1) await subscription.handle(anEventOf('expense-1', position));
    expect(await checkpoint.load()).toBeNull();
    await subscription.handle(anEventOf('expense-1', 200));
    expect(await checkpoint.load()).toBe('200');
    expect(counted()).toBe(1);
    await subscription.handle(anEventOf('expense-1', 201));
    expect(await checkpoint.load()).toBe('200');
    await projector.onApplicationShutdown();
    expect(closed()).toBe(1);
    expect(await checkpoint.load()).toBe('201');
  });

  it('keeps the checkpoint of the instance that projects next', async () => {
    const { projector, subscription } = await running();
    for (let position = 1; position <= 200; position += 1) await subscription.handle(anEventOf('expense-1', position));
    await checkpoint.save(anEventOf('expense-1', 500));
    await projector.onApplicationShutdown();
    expect(await checkpoint.load()).toBe('500');
  });

  it('measures how many events it projected, and how late', async () => {
    const { subscription } = await running();
    const measured = async (name: string) => (await metrics.getSingleMetric(name)?.get())?.values[0]?.value;
    const before = (await measured('outlay_projected_events_total')) ?? 0;
    await subscription.handle({ ...anEventOf('expense-1', 1), recordedAt: '2026-06-15T09:59:30.000Z' });
    expect(await measured('outlay_projected_events_total')).toBe(before + 1);
    expect(await measured('outlay_projection_delay_seconds')).toBe(30);
  });

  it('is ready although it cannot count for the summaries, which queries do themselves', async () => {
    const warnings = collectWarnings();
    const { projector, subscription } = await running({ failsToCount: true });
    subscription.caughtUp?.();
    await eventually(() => projector.isReady());
    expect(warnings).toEqual(['New events are not in the summaries yet: Error: The document store is down']);
  });

  it('saves no checkpoint if it handled no events', async () => {
    await checkpoint.save(anEventOf('expense-1', 41));
    const { projector } = await running();
    await projector.onApplicationShutdown();
    expect(await checkpoint.load()).toBe('41');
  });

  it('does not advance past an event that fails', async () => {
    const { projector, subscription } = await running({ failOn: 'expense-2' });
    await subscription.handle(anEventOf('expense-1', 1));
    await expect(subscription.handle(anEventOf('expense-2', 2))).rejects.toThrow('The document store is down');
    await projector.onApplicationShutdown();
    expect(await checkpoint.load()).toBe('1');
  });

  it('repeats an event while the store takes no others, and keeps its stream apart if it does', async () => {
    const event = anEventOf('expense-2', 2);
    const down = await running({ failOn: 'expense-2' });
    for (let n = 0; n < 12; n += 1) await expect(down.subscription.handle(event)).rejects.toThrow();
    expect(down.handled).toEqual([]);
    const { subscription, handled } = await running({ failOn: 'expense-2', canWriteOtherDocuments: true });
    for (let n = 0; n < 4; n += 1) await expect(subscription.handle(event)).rejects.toThrow();
    await subscription.handle(event);
    await subscription.handle(anEventOf('expense-3', 3));
    const finding = 'revision 0 cannot be stored: The document store is down';
    expect(handled).toEqual([`quarantined expense-2: ${finding}`, 'expenses expense-3']);
  });

  it('saves the checkpoint from time to time, and tries again what is kept apart', async () => {
    const { subscription, handled, projector } = await running({ intervals: { save: 5, retry: 5 } });
    await subscription.handle(anEventOf('expense-1', 7));
    await eventually(async () => (await checkpoint.load()) === '7' && handled.includes('counted again'));
    expect(handled).toContain('again expenses expense-9');
    await projector.onApplicationShutdown();
  });

  it('is ready once it has caught up, and reports that once', async () => {
    const { projector, subscription, caughtUp } = await running();
    expect(projector.isReady()).toBe(false);
    subscription.caughtUp?.();
    subscription.caughtUp?.();
    await eventually(() => projector.isReady() && caughtUp() > 0);
    expect(caughtUp()).toBe(1);
  });

  it('announces again that it has caught up if the announcement failed', async () => {
    let announcements = 0;
    const lease = new (class extends SoleInstance {
      override async announceCaughtUp(): Promise<void> {
        announcements += 1;
        if (announcements === 1) throw new Error('The document store is down');
        await super.announceCaughtUp();
      }
    })();
    const { projector, subscription, caughtUp } = await running({ lease });
    subscription.caughtUp?.();
    await setImmediate();
    expect([projector.isReady(), caughtUp()]).toEqual([false, 0]);
    subscription.caughtUp?.();
    await eventually(() => projector.isReady() && caughtUp() === 1);
  });

  describe('without a checkpoint', () => {
    const broken = { stream: 'expense-2', revision: 1, finding: 'altered' };

    it('has the read models filled, and goes on from there', async () => {
      const fill: Fill = async ({ onBroken }) => {
        await onBroken(broken);
        return '41';
      };
      const { subscription, handled } = await running({ fill });
      expect(subscription.after).toBe('41');
      expect(handled).toEqual(['quarantined expense-2: altered']);
    });

    it('fills nothing if there is one', async () => {
      await checkpoint.save(anEventOf('expense-1', 7));
      expect((await running({ fill: async () => '41' })).subscription.after).toBe('7');
    });

    it('tries again while a store is unavailable', async () => {
      let attempts = 0;
      const fill: Fill = async () => {
        attempts += 1;
        if (attempts < 3) throw new EventStoreUnavailable('The event store is down');
        return '41';
      };
      expect((await running({ fill })).subscription.after).toBe('41');
    });

    it('projects the events one by one if filling fails', async () => {
      expect((await running({ fill: () => Promise.reject(new Error('too large')) })).subscription.after).toBeNull();
    });

    it('ends the filling when it is stopped', async () => {
      const fill: Fill = async ({ onProgress }) => {
        for (;;) {
          await setImmediate();
          onProgress();
        }
      };
      const { projector, subscriptions } = await starting({ fill });
      await projector.onApplicationShutdown();
      expect(subscriptions).toEqual([]);
    });
  });
});
