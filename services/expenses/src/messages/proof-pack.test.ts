import { randomUUID } from 'node:crypto';
import { createExpense, findPackStreams, openProofPack, readPackStreams } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { anna, aSubmission, boss, runExpenses } from '../testing/running-expenses.js';

test('a proof pack is refused while the positions of its events are missing', async () => {
  const service = await runExpenses();
  const earlier = Array.from({ length: 300 }, () => {
    return { id: randomUUID(), type: 'Tested', data: {}, metadata: {} };
  });
  await service.eventStore.append('account-1', earlier, 'no-stream');
  const { expense } = await service.call(createExpense, aSubmission(), anna);
  const { size } = await eventually(async () => {
    const opened = await service.call(openProofPack, { selector: { expense: expense.id } }, boss).catch(() => null);
    return opened && opened.size > earlier.length && opened;
  });
  const read = () => service.call(readPackStreams, { streams: [`expense-${expense.id}`], size }, boss);
  const selector = { from: '2026-01-01', to: '2026-12-31' };
  const find = () => service.call(findPackStreams, { selector, after: -1, size }, boss);
  expect(await read()).toMatchObject({ expenses: [{ expense_id: expense.expenseId }] });
  expect(await find()).toMatchObject({ last: size - 1 });

  await service.documents.collection('log-positions').deleteMany({});
  await expect(read()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await expect(find()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await service.close();
});
