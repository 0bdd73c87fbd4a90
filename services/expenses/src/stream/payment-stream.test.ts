import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import { openTestEventStore } from '@outlay/event-store/contract';
import { PaymentStream } from './payment-stream.js';

const context = { actor: null, correlationId: 'test' };
const batch = {
  user: { id: 'anna', name: 'Anna Abel', email: 'anna@example.org' },
  currency: 'EUR' as const,
  expenses: ['e1'],
  revisions: [2],
};

it('a payment starts once', async () => {
  const folder = await tempFolder('payments');
  const events = await openTestEventStore(folder.path);
  const payments = new PaymentStream(events, new TestClock(), new SeededIds());
  expect((await payments.load('p1')).state).toEqual({ status: 'none' });
  const none = await payments.load('p1');
  const started = await Promise.all(
    [none, none, undefined].map((loaded) => payments.execute('p1', { type: 'Start', batch }, context, loaded)),
  );
  expect((await events.readStream('payment-p1')).map(({ type }) => type)).toEqual(['PaymentStarted']);
  const { state, headHash } = await payments.load('p1');
  expect(state).toMatchObject({ status: 'started', expenses: ['e1'] });
  expect(started).toMatchObject(started.map(() => ({ revision: 0, state, headHash })));
  await events.close();
  await folder.remove();
});
