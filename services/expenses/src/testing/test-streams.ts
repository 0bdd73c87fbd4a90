import { join } from 'node:path';
import { openDocuments } from '@outlay/documents';
import { systemIds as ids } from '@outlay/time';
import { TestClock, tempFolder } from '@outlay/testing';
import { openTestEventStore } from '@outlay/event-store/contract';
import { ExpenseStream } from '../stream/expense-stream.js';
import { PaymentStream } from '../stream/payment-stream.js';
import { aCommand, today } from './builders.js';

type Creation = Parameters<typeof aCommand.create>[0];

export const system = { actor: null, correlationId: 'test' };

/** The streams over stores of their own, without the read model of the expenses. */
export async function openTestStreams() {
  const folder = await tempFolder('streams');
  const documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
  const events = await openTestEventStore(folder.path);
  const clock = new TestClock(`${today}T10:00:00.000Z`);
  const expenses = new ExpenseStream(events, { stateChanged: async () => undefined }, clock, ids);
  const submit = (id: string, over: Creation = {}) => {
    const { opening } = aCommand.create();
    return expenses.execute(id, system, () =>
      aCommand.create({ opening: { ...opening, expenseId: `EXP-${id}` }, ...over }),
    );
  };
  return {
    documents,
    events,
    clock,
    expenses,
    payments: new PaymentStream(events, clock, ids),
    submit,
    approve: async (id: string) => {
      await submit(id);
      return expenses.execute(id, system, () => aCommand.approve());
    },
    close: async () => {
      await events.close();
      await documents.destroy();
      await folder.remove();
    },
  };
}
