import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import { openTestEventStore } from '@outlay/event-store/contract';
import { PaymentStream, paymentEventId } from './payment-stream.js';

const context = { actor: null, correlationId: 'test' };
const batch = {
  user: { id: 'anna', name: 'Anna Abel', email: 'anna@example.org' },
  currency: 'EUR' as const,
  expenses: ['e1'],
  revisions: [2],
};

it('a payment is stored under ids derived from its own, and starts once', async () => {
  const folder = await tempFolder('payments');
  const events = await openTestEventStore(folder.path);
  const payments = new PaymentStream(events, new TestClock(), new SeededIds());
  await expect(payments.load('p1')).resolves.toEqual({ status: 'none' });
  await expect(payments.execute('p1', { type: 'Start', batch }, context)).resolves.toMatchObject({
    status: 'started',
    expenses: ['e1'],
  });
  await payments.execute('p1', { type: 'Start', batch }, context);
  const stored = await events.readStream('payment-p1');
  expect(stored.map(({ id, type }) => ({ id, type }))).toEqual([
    { id: paymentEventId('p1', 'PaymentStarted'), type: 'PaymentStarted' },
  ]);
  expect(paymentEventId('p1', 'PaymentStarted')).not.toBe(paymentEventId('p2', 'PaymentStarted'));
  await expect(payments.load('p1')).resolves.toMatchObject({ status: 'started' });
  await events.close();
  await folder.remove();
});
