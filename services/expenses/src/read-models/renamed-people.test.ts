import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import {
  approveExpense,
  createExpense,
  followPerson,
  listExpenses,
  payExpenses,
  type AccountEvent,
} from '@outlay/contracts';
import { CommandHandler } from '@outlay/event-sourcing';
import { systemIds } from '@outlay/time';
import { eventually } from '@outlay/testing';
import { ACCOUNT_PREFIX, PERSON, PROJECTED_PREFIXES } from '../stream/stream-types.js';
import { CheckpointStore } from '../projections/checkpoint.store.js';
import { rebuildReadModel } from '../projections/rebuild.js';
import { expensesOf } from '../testing/expenses-of.js';
import { as, aSubmission, boss, runExpenses } from '../testing/running-expenses.js';
import { serviceDoubles } from '../testing/service-doubles.js';
import { READ_MODELS } from './expense.model.js';
import { personModel } from './renamed-people.js';

const nora = as('nora');
const names = (firstName: string, lastName: string) => ({ firstName, lastName });
const SENT = names('nora', 'Tester');
const registered: AccountEvent = {
  type: 'AccountRegistered',
  data: { ...SENT, email: 'nora@example.org', role: 'team_member', reimbursementCurrency: 'EUR', inviteId: 'i1' },
};
const renamed = (from: typeof SENT, to: typeof SENT): AccountEvent => ({ type: 'NamesChanged', data: { from, to } });

describe('the names of people whose names were changed', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeEach(async () => {
    Logger.overrideLogger(false);
    service = await runExpenses();
    await happens(registered);
  });
  afterEach(async () => {
    serviceDoubles.names.clear();
    await service.close();
  });

  const happens = async (...events: readonly AccountEvent[]) => {
    const account = { ...PERSON, noun: 'account', decide: (decided: readonly AccountEvent[]) => decided };
    const handler = new CommandHandler(account, service.eventStore, service.clock, systemIds);
    await handler.handle('nora', boss, () => events);
  };
  const follow = () => service.call(followPerson, { userId: 'nora' }, boss);
  const submit = async () => (await service.call(createExpense, aSubmission(), nora)).expense;
  const list = async (q: string | null = null) => {
    const filter = { statuses: null, user: null, category: null, q };
    const request = { limit: 10, cursor: null, sort: 'created_at' as const, knownVersions: [], scope: 'all' as const };
    const page = await service.call(listExpenses, { ...request, filter }, boss);
    return { version: page.version, names: expensesOf(page).map(({ user_name }) => user_name) };
  };
  const people = () => personModel(service.documents).find().lean();

  it('are those of today in lists, searches, answers and payments, while the claim keeps its own', async () => {
    const { expenseId } = await submit();
    const { version, names: before } = await list();
    expect(before).toEqual(['nora Tester']);
    await happens(renamed(SENT, names('Nóra', 'Szabó')));
    serviceDoubles.names.set('nora', names('Nóra', 'Szabó'));
    await follow();
    expect(await list()).toMatchObject({ names: ['Nóra Szabó'] });
    expect((await list()).version).not.toBe(version);
    for (const q of ['szabo', 'NÓRA S', expenseId]) expect((await list(q)).names).toEqual(['Nóra Szabó']);
    expect((await list('szabó nóra')).names).toEqual([]);

    const approving = { id: expenseId, expectedRevision: null, approveAnyway: false };
    const { expense } = await service.call(approveExpense, approving, boss);
    expect(expense.userName).toBe('Nóra Szabó');
    await service.call(payExpenses, { ids: [expenseId] }, boss);
    expect(serviceDoubles.requested.at(-1)?.userName).toBe('Nóra Szabó');
    expect(await service.findings()).toEqual([]);
    const [opened] = await service.eventStore.readStream(`expense-${expense.id}`, { limit: 1 });
    expect(opened?.data).toMatchObject({ opening: { owner: { name: 'nora Tester' } } });
  });

  it('follow the events without being asked, and go back as well', async () => {
    await submit();
    await happens(renamed(SENT, names('Nora', 'Lind')), { type: 'PasswordChanged', data: {} });
    await eventually(async () => (await list('lind')).names.length === 1);
    await happens(renamed(names('Nora', 'Lind'), SENT));
    await eventually(async () => (await list('lind')).names.length === 0);
    expect((await list('tester')).names).toEqual(['nora Tester']);
  });

  it('are the same after the read models were made again, which repairs an altered one', async () => {
    await submit();
    await happens(renamed(SENT, names('Nora', 'Lind')));
    await follow();
    const projected = await people();
    await rebuildReadModel(service.documents, service.eventStore);
    expect(await people()).toEqual(projected);

    const checkpoint = new CheckpointStore(service.documents, READ_MODELS);
    const all = { prefixes: PROJECTED_PREFIXES, after: null, limit: 100 };
    const last = (await service.eventStore.readAll(all)).at(-1);
    await eventually(async () => (await checkpoint.load()) === last?.position);
    expect(await service.findings()).toEqual([]);
    await personModel(service.documents).updateOne({ _id: 'nora' }, { $set: { name: 'Eve Evil' } });
    expect((await service.findings()).join(' ')).toMatch(/read-model-differs.*people_v\d+\/nora/);
    await personModel(service.documents).deleteOne({ _id: 'nora' });
    expect((await service.findings()).join(' ')).toMatch(/read-model-differs.*people_v\d+\/nora/);
    await rebuildReadModel(service.documents, service.eventStore);
    expect(await service.findings()).toEqual([]);
  });

  it('are those that claims were sent with while the account’s events do not hold', async () => {
    await submit();
    const change = renamed(SENT, names('Nora', 'Lind'));
    await service.eventStore.append(`${ACCOUNT_PREFIX}nora`, [{ id: randomUUID(), ...change, metadata: {} }], 0);
    await eventually(async () => (await service.documents.collection('quarantined-streams').countDocuments()) === 1);
    expect((await list('tester')).names).toEqual(['nora Tester']);
  });
});
