import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { TIMELINE_KINDS, type TimelineEntry } from '@outlay/contracts';
import { openDocuments, SoleInstance } from '@outlay/documents';
import type { EventStore } from '@outlay/event-store';
import type { MessageClient } from '@outlay/messaging';
import { tempFolder } from '@outlay/testing';
import { openPrivateKey, privateKey } from '@outlay/transparency-log';
import { openTestEventStore } from '@outlay/event-store/contract';
import { ConcernedPeople } from './concerned.js';
import { LogBuilder } from '../log/log-builder.js';
import { LogBundles } from '../log/log-bundles.js';
import { LogFiles } from '../log/log-files.js';
import { LogKeyring } from '../log/log-keyring.js';
import { LogPositionsStore } from '../log/log-positions.store.js';
import type { TimelineFilter } from './timeline-filter.js';
import { Timeline } from './timeline.js';

const AT_ONCE = 20;
const PEOPLE = ['ada', 'bo', 'cy'];
const atMinute = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString();

describe('the timeline', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let events: EventStore;
  let blobs: Blobs;
  let log: LogBuilder;
  let timeline: Timeline;
  beforeEach(async () => {
    folder = await tempFolder('timeline');
    documents = await openDocuments({ file: join(folder.path, 'audit.db'), durability: 'normal' });
    events = await openTestEventStore(folder.path);
    blobs = await openBlobs({ folder: join(folder.path, 'blobs') });
    const [files, positions] = [new LogFiles(blobs), new LogPositionsStore(documents)];
    log = new LogBuilder(
      new SoleInstance(),
      events,
      files,
      positions,
      new LogKeyring(files.keyChanges, openPrivateKey(privateKey('test-log', Buffer.alloc(32, 1)))),
    );
    const nothingProjected = { call: async () => ({ owners: [] }) } as unknown as MessageClient;
    const concerned = new ConcernedPeople(events, nothingProjected);
    timeline = new Timeline(new LogBundles(events, files, positions), concerned);
  });
  afterEach(async () => {
    await timeline.beforeApplicationShutdown();
    await events.close();
    await blobs.close();
    await documents.destroy();
    await folder.remove();
  });

  let written = 0;
  const append = async (stream: string, actor: string, contents: readonly { type: string; data: unknown }[]) => {
    const batch = contents.map((content) => {
      written += 1;
      const metadata = {
        schemaVersion: 1,
        actor: { id: actor, email: `${actor}@example.org`, role: 'team_member' },
        at: atMinute(written),
        correlationId: 'c-1',
        causationId: null,
        previousHash: null,
      };
      return { id: randomUUID(), ...content, metadata };
    });
    await events.append(stream, batch, 'no-stream');
  };
  /** An expense that nothing has projected: its owner is known by its first event only. */
  const expense = async (n: number, owner: string, admin: string, paymentId: string) => {
    await append(`expense-${n}`, owner, [
      { type: 'ExpenseSubmitted', data: { opening: { expenseId: `EXP-${n}`, owner: person(owner) } } },
      { type: 'ExpenseApproved', data: {} },
      { type: 'ExpensePaid', data: { paymentId } },
    ]);
    await append(`access-${admin}-2026-03-01-${n}`, admin, [{ type: 'ReceiptOpened', data: { ownerId: owner } }]);
  };
  const person = (id: string) => ({ id, name: id, email: `${id}@example.org` });

  const fill = async (expenses: number) => {
    written = 0;
    const nth = (n: number) => expense(n, PEOPLE[n % 2] ?? '', PEOPLE[(n + 1) % 3] ?? '', `p-${n % 50}`);
    for (let n = 0; n < expenses; n += AT_ONCE)
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, expenses - n) }, (_, i) => nth(n + i)));
    await append('payment-p-7', 'cy', [{ type: 'PaymentStarted', data: { user: person('bo') } }]);
    await append('account-ada', 'cy', [{ type: 'RoleChanged', data: {} }]);
    await log.catchUp();
  };

  /** Every page. */
  const all = async (filter: TimelineFilter, limit = 50) => {
    const found: TimelineEntry[] = [];
    for (let before: number | undefined; ;) {
      const page = await timeline.read({ before, limit }, filter);
      const shown = JSON.parse(page.events) as TimelineEntry[];
      expect(shown.length).toBeLessThanOrEqual(limit);
      found.push(...shown);
      if (page.next === null) return found;
      before = page.next;
    }
  };

  it('is empty while the log is', async () => {
    expect(await timeline.read({ limit: 50 }, {})).toEqual({ events: '[]', next: null, size: 0 });
  });

  it('has every event once, newest first', async () => {
    await fill(160);
    for (const limit of [19, 50, 200])
      expect((await all({}, limit)).map(({ leaf }) => leaf)).toEqual(Array.from({ length: 642 }, (_, n) => 641 - n));
    // Lists are compared leaf by leaf around the end of a bundle.
    for (const before of [1, 255, 256, 257, 512, 513, undefined]) {
      const { events: page } = await timeline.read({ before, limit: 1 }, {});
      expect(JSON.parse(page)).toMatchObject([{ leaf: (before ?? 642) - 1 }]);
    }
  });

  it('names the expense and the person of an event', async () => {
    await fill(1);
    expect((await all({})).map(({ type, expenseId, personId }) => [type, expenseId, personId])).toEqual([
      ['RoleChanged', null, 'ada'],
      ['PaymentStarted', null, 'bo'],
      ...[['ReceiptOpened', null, 'ada']],
      ['ExpensePaid', 'EXP-0', 'ada'],
      ['ExpenseApproved', 'EXP-0', 'ada'],
      ['ExpenseSubmitted', 'EXP-0', 'ada'],
    ]);
  });

  const filters: readonly TimelineFilter[] = [
    { person: 'ada' },
    { person: 'cy' },
    { person: 'nobody' },
    { stream: 'expense-3' },
    { payment: 'p-7' },
    { kind: 'payment' },
    { kind: 'access', person: 'bo' },
    { kind: 'trail' },
    { from: atMinute(100), to: atMinute(110) },
    { to: atMinute(3) },
    { from: atMinute(900), person: 'ada' },
  ];
  it('finds by each filter what looking at every event finds, before and after its index is filled', async () => {
    await fill(330);
    const everything = await all({}, 200);
    const expected = filters.map((filter) =>
      everything.filter((event) => isAsked(event, filter)).map(({ leaf }) => leaf),
    );
    const found = async () => {
      const leaves: number[][] = [];
      for (const filter of filters) leaves.push((await all(filter, 200)).map(({ leaf }) => leaf));
      return leaves;
    };
    expect(await found()).toEqual(expected);
    await timeline.filled();
    expect(await found()).toEqual(expected);
    expect(expected.filter((leaves) => leaves.length > 0).length).toBe(filters.length - 2);
    // A page without an index reads a part of the log only; with it, one page finds the oldest event.
    const oldest = await timeline.read({ limit: 1 }, { to: atMinute(2) });
    expect(JSON.parse(oldest.events)).toHaveLength(1);
  }, 60_000);

  it('has events that came after the index was filled', async () => {
    await fill(100);
    await all({ person: 'cy' });
    await timeline.filled();
    await append('account-new', 'cy', [{ type: 'RoleChanged', data: {} }]);
    await log.catchUp();
    expect((await all({ person: 'cy' }))[0]).toMatchObject({ stream: 'account-new' });
  });
});

/** An independent implementation of the filter. */
function isAsked(event: TimelineEntry, { person, payment, kind, from, to, stream }: TimelineFilter): boolean {
  if (person && ![event.actor?.id, event.personId].includes(person)) return false;
  if (stream && event.stream !== stream) return false;
  if (kind && !TIMELINE_KINDS[kind].includes(event.type)) return false;
  const at = event.at ?? '';
  if ((from && at < from) || (to && at >= to)) return false;
  const { paymentId } = event.data as { paymentId?: string };
  return !payment || event.stream === `payment-${payment}` || paymentId === payment;
}
