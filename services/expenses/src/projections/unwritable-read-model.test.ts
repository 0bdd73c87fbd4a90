import { Logger } from '@nestjs/common';
import { createExpense, listExpenses } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { expenseModel } from '../read-models/expense.model.js';
import { expensesOf } from '../testing/expenses-of.js';
import { aSubmission, anna, boss, runExpenses } from '../testing/running-expenses.js';
import { QuarantineStore } from './quarantine.store.js';
import { TrailWatch } from './trail-watch.js';
import { Projector } from './projector.js';

describe('while a read model refuses every write', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeEach(async () => {
    Logger.overrideLogger(false);
    service = await runExpenses();
  });
  afterEach(() => service.close());

  const refuseWrites = () => {
    const { collection } = expenseModel(service.documents);
    const { replaceOne } = collection;
    collection.replaceOne = () => Promise.reject(new Error('This collection refuses writes'));
    return () => (collection.replaceOne = replaceOne);
  };
  const list = async () => {
    const filter = { statuses: null, user: null, category: null, q: null };
    const request = { scope: 'all', limit: 500, cursor: null, sort: 'created_at', filter } as const;
    const page = await service.call(listExpenses, { ...request, knownVersions: [] }, boss);
    return expensesOf(page).map(({ id }) => id);
  };

  it('the projector shows as behind, and goes on from there afterwards, also after a restart', async () => {
    const earlier = await service.call(createExpense, aSubmission(), anna);
    const acceptWrites = refuseWrites();
    const { expense } = await service.call(createExpense, aSubmission(), anna);
    const watched = async () => {
      await service.app().get(TrailWatch).look();
      return service.app().get(TrailWatch).latest?.behind.events ?? 0;
    };
    await eventually(async () => (await watched()) > 0);
    await service.restart();
    expect(service.app().get(Projector).isReady()).toBe(false);
    acceptWrites();
    await eventually(() => service.app().get(Projector).isReady());
    expect(await list()).toEqual(expect.arrayContaining([earlier.expense.id, expense.id]));
    await eventually(async () => (await watched()) === 0);
    expect(await new QuarantineStore(service.documents).count()).toBe(0);
  });
});
