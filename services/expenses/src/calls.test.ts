import { AsyncLocalStorage } from 'node:async_hooks';
import { approveExpense, createExpense, listExpenses, payExpenses, type MessageContext } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { PROJECTED_PREFIXES } from './stream/stream-types.js';
import { aSubmission, anna, as, ben, boss, runExpenses } from './testing/running-expenses.js';

type Counts = Record<'reads' | 'appends' | 'documents', number>;
type Method = (...parameters: unknown[]) => unknown;

const EVENT_CALLS = {
  readStream: 'reads',
  readAll: 'reads',
  eventAt: 'reads',
  head: 'reads',
  append: 'appends',
} as const;
const DOCUMENT_CALLS = ['find', 'findOne', 'findOneAndUpdate', 'countDocuments', 'insertOne', 'insertMany'].concat(
  ['updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany', 'bulkWrite'], // writes
);

/** The calls that a reply waits for. Raise none of them: each is a round trip in the scaled profile. */
const CALLS: Readonly<Record<string, Counts>> = {
  'submit a claim': { reads: 0, appends: 1, documents: 4 },
  'submit a claim under a key': { reads: 0, appends: 1, documents: 4 },
  'repeat it under the key': { reads: 2, appends: 1, documents: 5 },
  'approve a claim': { reads: 1, appends: 1, documents: 6 },
  'approve a claim by its public id': { reads: 1, appends: 1, documents: 7 },
  'approve a claim without a receipt': { reads: 1, appends: 1, documents: 5 },
  'pay two claims': { reads: 3, appends: 4, documents: 9 },
  'read a page': { reads: 0, appends: 0, documents: 5 },
  'read a page of decided claims': { reads: 0, appends: 0, documents: 2 },
  'read a page of all claims': { reads: 0, appends: 0, documents: 6 },
};

describe('the calls of the stores', () => {
  const current = new AsyncLocalStorage<Counts>();
  /** The calls that no reply waits for. */
  const background: string[] = [];
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses();
    const { documents, eventStore } = service;
    for (const [call, kind] of Object.entries(EVENT_CALLS)) counting(eventStore, call, () => count(kind));
    const collection = documents.db?.collection('any');
    for (const call of DOCUMENT_CALLS)
      counting(Object.getPrototypeOf(collection) as object, call, (name) => count('documents', `${call} ${name}`));
  });
  afterAll(() => service.close());

  function count(kind: keyof Counts, name = ''): void {
    const counts = current.getStore();
    if (counts) counts[kind] += 1;
    else background.push(name);
  }

  /** A call that makes another one is counted once. */
  let isInside = false;
  function counting(store: object, call: string, counted: (collection: string) => void): void {
    const original = Reflect.get(store, call) as Method;
    Reflect.set(store, call, function (this: { collectionName: string }, ...parameters: unknown[]) {
      if (isInside) return original.apply(this, parameters);
      counted(this.collectionName);
      isInside = true;
      try {
        return original.apply(this, parameters);
      } finally {
        isInside = false;
      }
    });
  }

  async function callsOf(operation: () => Promise<unknown>): Promise<Counts> {
    const counts = { reads: 0, appends: 0, documents: 0 };
    await current.run(counts, operation);
    return counts;
  }

  /** Counts a write of the lists' versions for each claim: claims that are stored in one turn share it. */
  function inSeparateTurns(counts: Counts): Counts {
    return { ...counts, documents: Math.max(counts.documents, CALLS['pay two claims']?.documents ?? 0) };
  }

  let cents = 10;
  const submit = async (context: MessageContext = anna, over: Parameters<typeof aSubmission>[0] = {}) => {
    const submission = aSubmission({ amount: `1.${(cents += 1)}`, ...over });
    const receipt = over.noReceipt ? null : submission.receipt;
    return (await service.call(createExpense, { ...submission, receipt }, context)).expense;
  };
  const declared = (context: MessageContext) => submit(context, { noReceipt: true });
  const approve = async (id: string) =>
    service.call(approveExpense, { id, expectedRevision: null, approveAnyway: false }, boss);
  const approved = async () => (await approve((await submit(ben)).id)).expense;
  const page = (context: MessageContext, scope: 'own' | 'all' = 'own') => {
    const filter = { statuses: null, user: null, category: null, q: null };
    const request = { scope, limit: 50, cursor: null, sort: 'created_at', filter } as const;
    return service.call(listExpenses, { ...request, knownVersions: [] }, context);
  };

  it('are no more than these', async () => {
    const keyed = { ...anna, idempotencyKey: 'a-key' };
    const repeated = aSubmission();
    const [one, two, three, four] = [await submit(), await submit(), await approved(), await approved()];
    const withoutReceipt = await declared(as('cleo', 'partner'));
    await page(anna);
    const counted = {
      'submit a claim': await callsOf(() => submit()),
      'submit a claim under a key': await callsOf(() => service.call(createExpense, repeated, keyed)),
      'repeat it under the key': await callsOf(() => service.call(createExpense, repeated, keyed)),
      'approve a claim': await callsOf(() => approve(one.id)),
      'approve a claim by its public id': await callsOf(() => approve(two.expenseId)),
      'approve a claim without a receipt': await callsOf(() => approve(withoutReceipt.id)),
      'pay two claims': inSeparateTurns(
        await callsOf(() => service.call(payExpenses, { ids: [three.id, four.id] }, boss)),
      ),
      'read a page': await callsOf(() => page(anna)),
      'read a page of decided claims': await callsOf(() => page(ben)),
      'read a page of all claims': await callsOf(() => page(boss, 'all')),
    };
    expect(counted).toEqual(CALLS);
  });

  it('are not made again by the projector for what this instance has written', async () => {
    await lastProjected();
    background.length = 0;
    await callsOf(async () => {
      const [one, two] = [await approved(), await approved()];
      await service.call(payExpenses, { ids: [one.id, two.id] }, boss);
    });
    await lastProjected();
    expect(background).toContain('updateOne checkpoints');
    expect(background.filter((call) => /expenses|payments|list_versions/.test(call))).toEqual([]);
  });

  const lastProjected = () =>
    eventually(async () => {
      const checkpoint = await service.documents.collection('checkpoints').findOne({});
      const events = await service.eventStore.readAll({ prefixes: PROJECTED_PREFIXES, after: null, limit: 1_000 });
      return checkpoint?.position === events.at(-1)?.position;
    });
});
