import { join } from 'node:path';
import {
  allFindings,
  CannotVerify,
  LogBuilder,
  LogFiles,
  LogKeyring,
  LogPositionsStore,
  Verification,
  type VerificationSources,
} from '@outlay/audit';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { findingId, receiptBlobKey, TRAIL_PREFIXES, type EventMetadata } from '@outlay/contracts';
import type { DomainEvent } from '@outlay/event-sourcing';
import { Unreadable, comparePositions, eventHash, type EventStore, type RecordedEvent } from '@outlay/event-store';
import { ClaimChecks, fillReadModel, STREAM_KINDS } from '@outlay/expenses';
import { aCommand, anEvent, aReceipt, anna } from '@outlay/expenses/testing/builders';
import { expenseModel } from '@outlay/expenses/testing/read-models';
import { openTestStreams, system } from '@outlay/expenses/testing/test-streams';
import { tempFolder } from '@outlay/testing';
import { LogKeys, openCheckpoint, openPrivateKey, privateKey, signCheckpoint } from '@outlay/transparency-log';
import { createHash, randomUUID } from 'node:crypto';
import { SoleInstance } from '@outlay/documents';

const signer = openPrivateKey(privateKey('test-log', Buffer.alloc(32, 1)));
const content = Buffer.from('a receipt');
const receipt = aReceipt({ size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
const payment = { user: anna, currency: 'EUR' as const, expenses: ['paid'], revisions: [2] };

describe('a verification', () => {
  let streams: Awaited<ReturnType<typeof openTestStreams>>;
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let blobs: Blobs;
  beforeEach(async () => {
    folder = await tempFolder('verification');
    streams = await openTestStreams();
    blobs = await openBlobs({ folder: join(folder.path, 'blobs') });
    await blobs.put(receiptBlobKey(receipt.sha256), content, { contentType: 'application/pdf' });
    await someHistory();
    await log();
    await fillReadModel(streams.documents, streams.events);
  });
  afterEach(async () => {
    await streams.close();
    await blobs.close();
    await folder.remove();
  });

  async function someHistory() {
    const { submit, expenses, payments } = streams;
    for (const id of ['open', 'other']) await submit(id, { receipt });
    await submit('deleted', { status: 'draft', receipt: null });
    await expenses.execute('deleted', system, () => aCommand.delete());
    await submit('paid', { receipt });
    await expenses.execute('paid', system, () => aCommand.approve());
    await payments.execute('p1', { type: 'Start', batch: payment }, system);
    await expenses.execute('paid', system, () => aCommand.pay('p1'));
    await payments.execute('p1', { type: 'Complete', paid: ['paid'], skipped: [] }, system);
  }
  const log = (keyring = new LogKeyring(new LogFiles(blobs).keyChanges, signer)) =>
    new LogBuilder(
      new SoleInstance(),
      streams.events,
      new LogFiles(blobs),
      new LogPositionsStore(streams.documents),
      keyring,
    ).catchUp();
  const find = async ({
    events = streams.events,
    readModels = true,
    ...over
  }: Partial<VerificationSources> & { readonly readModels?: boolean } = {}) => {
    const claims = new ClaimChecks(streams.documents, events);
    const verification = new Verification({
      events,
      documents: streams.documents,
      blobs,
      keys: LogKeys.of(signer.publicKey),
      kinds: STREAM_KINDS,
      checks: [...claims.ofEvents(), ...(readModels ? await claims.ofReadModels() : [])],
      ...over,
    });
    const findings = await allFindings(verification);
    claims.close();
    return findings.map(findingId);
  };

  /** The event store, altered. */
  const altered = (change: (all: RecordedEvent[]) => RecordedEvent[]): EventStore => {
    const all = async () =>
      change(await streams.events.readAll({ prefixes: TRAIL_PREFIXES, after: null, limit: 1000 }));
    const readAll: EventStore['readAll'] = async ({ prefixes, after, limit }) =>
      (await all())
        .filter(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)))
        .filter(({ position }) => after === null || comparePositions(position, after) > 0)
        .slice(0, limit);
    const readStream: EventStore['readStream'] = async (stream, { from = 0, limit = Infinity } = {}) =>
      (await all()).filter((event) => event.stream === stream && event.revision >= from).slice(0, limit);
    return Object.create(streams.events, {
      readAll: { value: readAll },
      readStream: { value: readStream },
    }) as EventStore;
  };
  const at = (stream: string, revision: number) => (event: RecordedEvent) =>
    event.stream === stream && event.revision === revision;
  const changing = (stream: string, revision: number, over: Partial<RecordedEvent>) =>
    altered((all) => all.map((event) => (at(stream, revision)(event) ? { ...event, ...over } : event)));
  const without = (isRemoved: (event: RecordedEvent) => boolean) =>
    altered((all) => all.filter((event) => !isRemoved(event)));

  it('finds nothing in unaltered stores', async () => {
    expect(await find()).toEqual([]);
  });

  it('takes what is not yet in the log, projected or counted for no difference', async () => {
    await streams.submit('new', { receipt });
    await streams.expenses.execute('open', system, () => aCommand.approve());
    expect(await find()).toEqual([]);
  });

  describe('of events', () => {
    it('names an altered one, and the one after it', async () => {
      const found = await find({ events: changing('expense-open', 0, { id: 'another' }), readModels: false });
      expect(found.sort()).toEqual([
        'chain-broken:expense-open@1',
        'event-lost:leaf 0',
        'event-unlogged:expense-open@0',
      ]);
    });

    it('names the altered last one of a payment', async () => {
      const found = await find({ events: changing('payment-p1', 1, { id: 'another' }), readModels: false });
      expect(found).toEqual(['event-unlogged:payment-p1@1', 'event-lost:leaf 11']);
    });

    it('names one that was removed, and the gap', async () => {
      const found = await find({ events: without(at('expense-paid', 1)), readModels: false });
      expect(found).toEqual(['stream-gap:expense-paid@2', 'event-lost:leaf 7']);
    });

    it('names what a removed end of all events had', async () => {
      const found = await find({ events: without(at('payment-p1', 1)), readModels: false });
      expect(found).toEqual(['event-lost:leaf 11']);
    });

    it('names what was written where a removed last event was, and what was there', async () => {
      const replaced = altered((all) => {
        const last = all.at(-1) as RecordedEvent;
        const first = all.find(({ stream }) => stream === 'expense-other') as RecordedEvent;
        return [...all.slice(0, -1), { ...first, stream: 'expense-new', position: last.position }];
      });
      const found = await find({ events: replaced, readModels: false });
      expect(found).toEqual(['event-unlogged:expense-new@0', 'event-lost:leaf 11']);
    });

    it('names every event of a removed stream, and the payment that contradicts it', async () => {
      const found = await find({ events: without(({ stream }) => stream === 'payment-p1'), readModels: false });
      expect(found.sort()).toEqual(['event-lost:leaf 11', 'event-lost:leaf 9', 'payment-differs:payment-p1/paid']);
    });

    it.each([
      ['not JSON', { data: new Unreadable('cut off') }, 'event-unreadable'],
      ['without what its type holds', { data: {} }, 'event-unreadable'],
      ['of a type of a later release', { type: 'ExpenseDonated' }, 'event-unknown'],
    ])('names one that is %s, and goes on', async (_, over, kind) => {
      const found = await find({ events: changing('expense-open', 0, over) });
      expect(found).toContain(`${kind}:expense-open@0`);
      expect(found.filter((id) => id.includes('other'))).toEqual([]);
    });

    describe('that were appended with the right hash', () => {
      const append = async (stream: string, event: DomainEvent) => {
        const all = await streams.events.readStream(stream);
        const last = all.at(-1);
        if (!last) throw new Error('There is no such stream');
        const { schemaVersion: _, ...metadata } = last.metadata as EventMetadata;
        const envelope = {
          id: randomUUID(),
          ...event,
          metadata: { ...metadata, schemaVersion: 1, previousHash: eventHash(last) },
        };
        await streams.events.append(stream, [envelope], last.revision);
      };
      const approval = { type: 'ExpenseApproved', data: { onRevision: 1, receiptSha256: receipt.sha256 } };
      const amendment = { type: 'ExpenseAmendedByAdmin', data: { reimbursement: { amount: '9999.00', reason: 'No' } } };

      it.each<[string, string, DomainEvent]>([
        ['a second payment', 'expense-paid@4', { type: 'ExpensePaid', data: { paymentId: 'p2' } }],
        ['a second completion', 'payment-p1@2', { type: 'PaymentCompleted', data: { paid: ['paid'], skipped: [] } }],
        ['a payment without an approval', 'expense-open@2', { type: 'ExpensePaid', data: { paymentId: 'p1' } }],
        ['the approval of a paid claim', 'expense-paid@4', approval],
        [
          'an approval of another receipt',
          'expense-open@2',
          { ...approval, data: { onRevision: 1, receiptSha256: null } },
        ],
        ['another beginning', 'expense-open@2', anEvent.drafted()],
      ])('names %s', async (_, place, event) => {
        await append(place.slice(0, -2), event);
        const found = await find({ readModels: false });
        expect(found).toContain(`event-not-allowed:${place}`);
      });

      it('names amended figures that nobody approved again, as the last event and before others', async () => {
        await streams.expenses.execute('open', system, () => aCommand.approve());
        expect(await find()).toEqual([]);
        await append('expense-open', amendment);
        expect(await find()).toEqual(['event-not-allowed:expense-open@3']);
        await append('expense-open', { type: 'ExpenseReverted', data: { note: null } });
        expect(await find()).toContain('event-not-allowed:expense-open@4');
      });

      it('finds nothing in an amendment of an approved claim that the product made', async () => {
        await streams.expenses.execute('open', system, () => aCommand.approve());
        const change = { reimbursement: { amount: '9.00', reason: 'Agreed' } };
        await streams.expenses.execute('open', system, () => aCommand.amend(change));
        expect(await find()).toEqual([]);
      });
    });

    it('names events that stand in another order', async () => {
      const swapped = altered((all) => {
        const [first, second] = [all[2], all[4]];
        if (!first || !second) throw new Error('There are more events');
        return all.with(2, { ...second, position: first.position }).with(4, { ...first, position: second.position });
      });
      expect(await find({ events: swapped, readModels: false })).toContain('event-moved:expense-other@0');
    });

    it('takes a tombstone for a deleted stream', async () => {
      const deleted = altered((all) => [
        ...all.filter(({ stream }) => stream !== 'expense-other'),
        {
          ...(all.at(-1) as RecordedEvent),
          stream: 'expense-other',
          type: '$streamDeleted',
          data: {},
          revision: 2 ** 53,
        },
      ]);
      expect(await find({ events: deleted, readModels: false })).toContain('stream-hidden:expense-other');
    });
  });

  describe('of the log', () => {
    const path = (name: string) => `audit/${name}`;
    const keptFiles = async () => (await blobs.list(path('checkpoints/'))).map(({ key }) => key);
    const put = (name: string, content: string) =>
      blobs.put(path(name), Buffer.from(content), { contentType: 'text/plain' });
    const flip = async (name: string) => {
      const bytes = await blobs.readAll(path(name));
      if (!bytes) throw new Error(`There is no ${name}`);
      bytes.writeUInt8((bytes[5] ?? 0) ^ 1, 5);
      await blobs.put(path(name), bytes, { contentType: 'application/octet-stream' });
    };

    it.each(['tile/0/000.p/12', 'tile/entries/000.p/12'])('names an altered %s, and no event', async (name) => {
      await flip(name);
      expect(await find()).toEqual(['log-file-altered:tile/0/000.p/12']);
    });

    it('names a missing tile', async () => {
      await blobs.delete(path('tile/0/000.p/12'));
      expect(await find()).toEqual(['log-file-missing:tile/0/000.p/12']);
    });

    it('names a checkpoint with another root', async () => {
      const forged = signCheckpoint({ origin: 'test-log', size: 12, root: Buffer.alloc(32, 9) }, signer);
      for (const key of await keptFiles()) await blobs.delete(key);
      await put('checkpoints/000000000-0badc0de', JSON.stringify([forged]));
      await put('checkpoint', forged);
      expect(await find()).toEqual(['checkpoint-differs:checkpoint of 12']);
    });

    describe('of which several checkpoints were kept', () => {
      beforeEach(async () => {
        for (const id of ['later', 'last']) {
          await streams.submit(id, { receipt });
          await log();
        }
      });

      it.each([
        ['the first', 0, 'checkpoint-invalid:checkpoint of 12 events'],
        ['one between others', 1, 'checkpoint-invalid:checkpoint of 14 events'],
        ['the last', 2, 'checkpoint-invalid:latest checkpoint'],
      ])('names %s that was removed', async (_, at, finding) => {
        expect(await find()).toEqual([]);
        const keys = await keptFiles();
        expect(keys).toHaveLength(3);
        // The files are joined, as if one process had kept all checkpoints.
        const notes = await Promise.all(keys.map(async (key) => JSON.parse(String(await blobs.readAll(key)))));
        for (const key of keys) await blobs.delete(key);
        await put('checkpoints/000000000-0badc0de', JSON.stringify(notes.flat().toSpliced(at, 1)));
        expect(await find()).toEqual([finding]);
      });

      it('names a missing file of them', async () => {
        await blobs.delete((await keptFiles())[1] ?? '');
        expect(await find()).toEqual([
          'checkpoint-invalid:checkpoint in checkpoints/000000001',
          'checkpoint-invalid:checkpoint of 14 events',
        ]);
      });

      it('finds nothing if a process has kept one although another had taken its lease', async () => {
        const keys = await keptFiles();
        const [notes] = await Promise.all(
          keys.slice(2).map(async (key) => JSON.parse(String(await blobs.readAll(key)))),
        );
        const first = JSON.parse(String(await blobs.readAll(keys[0] ?? '')));
        await blobs.put(keys[0] ?? '', Buffer.from(JSON.stringify([...first, ...notes])), {
          contentType: 'text/plain',
        });
        expect(await find()).toEqual([]);
      });
    });

    it('names a missing latest checkpoint, and missing kept ones', async () => {
      await blobs.delete(path('checkpoint'));
      expect(await find()).toEqual(['checkpoint-invalid:latest checkpoint']);
      for (const key of await keptFiles()) await blobs.delete(key);
      expect(await find()).toContain('checkpoint-invalid:kept checkpoints');
    });

    it('finds nothing once a missing latest checkpoint was made again', async () => {
      await blobs.delete(path('checkpoint'));
      await log();
      expect(await find()).toEqual([]);
      await streams.submit('later', { receipt });
      await log();
      expect(await find()).toEqual([]);
    });

    it('knows the keys of a log whose key was changed, and what the earlier one may not sign', async () => {
      const later = openPrivateKey(privateKey('test-log', Buffer.alloc(32, 2)));
      await streams.submit('later', { receipt });
      await log(new LogKeyring(new LogFiles(blobs).keyChanges, later, signer));
      const keys = LogKeys.of(later.publicKey, await new LogFiles(blobs).keyChanges.all());
      expect(await find({ keys })).toEqual([]);
      const { size, root } = keys.open((await new LogFiles(blobs).checkpoint()) ?? '');
      const forged = signCheckpoint({ origin: 'test-log', size, root }, signer);
      await blobs.put('audit/checkpoint', Buffer.from(forged), { contentType: 'text/plain' });
      expect(await find({ keys })).toEqual([expect.stringMatching('checkpoint-invalid:latest checkpoint')]);
    });

    it('cannot say anything with the key of another log, or with none', async () => {
      const other = openPrivateKey(privateKey('other-log', Buffer.alloc(32, 2)));
      await expect(find({ keys: LogKeys.of(other.publicKey) })).rejects.toThrow(CannotVerify);
      await expect(find({ keys: null })).rejects.toThrow(CannotVerify);
    });

    it('holds against a checkpoint that was kept, unless the log was made again of other events', async () => {
      const kept = openCheckpoint((await new LogFiles(blobs).checkpoint()) ?? '', signer.verifier);
      expect(await find({ kept })).toEqual([]);
      const events = without(at('payment-p1', 1));
      expect(await find({ events, kept, readModels: false })).toContain('checkpoint-differs:kept checkpoint of 12');
    });
  });

  describe('of what is made from the events', () => {
    const rows = () => expenseModel(streams.documents).collection;

    it('does not report another order of fields as a difference', async () => {
      const row = await rows().findOne({ _id: 'open' as never });
      await rows().replaceOne({ _id: 'open' as never }, Object.fromEntries(Object.entries(row ?? {}).reverse()));
      expect(await find()).toEqual([]);
    });
  });
});
