import {
  checkSession,
  createExpense,
  explainExpense,
  payExpenses,
  type Actor,
  type MessageContext,
  type Operation,
  type OutlayError,
} from '@outlay/contracts';
import { Admission } from './admission.js';

/** The number of requests that exceeds what a service is asked at once. */
const CROWD = Array.from({ length: 100 }, (_, n) => `request ${n}`);
/** It outlasts any run: the refusal of a request that nobody awaits would fail whichever file runs by then. */
const PATIENT = 86_400_000;

function person(id: string): Actor {
  return { id, email: `${id}@example.com`, name: id, role: 'team_member', reimbursementCurrency: 'EUR' };
}

describe('admission to the services', () => {
  /** An admission, and requests that are answered with their names when the test says so. */
  function start(patienceMs: number) {
    const { around } = new Admission(patienceMs);
    const sent: string[] = [];
    const answers = new Map<string, () => void>();
    const ask = (name: string, { operation = explainExpense as Operation, request = {}, ...context }: Asked = {}) =>
      around(operation, request, { actor: null, correlationId: name, ...context }, () => {
        sent.push(name);
        return new Promise((resolve) => answers.set(name, () => resolve(name)));
      });
    const answer = async (name: string) => {
      answers.get(name)?.();
      await settled();
    };
    return { ask, answer, sent };
  }
  const settled = () => new Promise(setImmediate);

  it('asks a service a bounded number of requests at once, and the next when one is answered', async () => {
    const { ask, answer, sent } = start(PATIENT);
    for (const name of CROWD) void ask(name);
    await settled();
    expect(sent).toEqual(CROWD.slice(0, 64));
    await answer('request 3');
    expect(sent).toEqual(CROWD.slice(0, 65));
  });

  it('refuses a request that gets no place in time, and does no work for it', async () => {
    const { ask, answer, sent } = start(1);
    const asked = CROWD.map((name) => ask(name));
    const refused = await Promise.all(asked.slice(64).map((one) => one.catch((error: unknown) => error)));
    expect(new Set(refused.map((error) => (error as OutlayError).code))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
    for (const name of CROWD.slice(0, 64)) await answer(name);
    expect(await Promise.all(asked.slice(0, 64))).toEqual(CROWD.slice(0, 64));
    expect(sent).toHaveLength(64);
  });

  it('keeps places for others, and for other services', async () => {
    const { ask, sent } = start(PATIENT);
    const mia = person('mia');
    for (const name of CROWD) void ask(name, { actor: mia });
    void ask('another person', { actor: person('tom') });
    void ask('another service', { actor: mia, operation: checkSession });
    await settled();
    expect(sent).toEqual([...CROWD.slice(0, 16), 'another person', 'another service']);
  });

  it('has places of its own for work that grows with the data', async () => {
    const { ask, sent } = start(PATIENT);
    for (const name of CROWD) void ask(name, { operation: payExpenses });
    void ask('a short one');
    await settled();
    expect(sent).toEqual([...CROWD.slice(0, 64), 'a short one']);
  });

  it('gives a request that is repeated under its key the answer of the one that is carried out', async () => {
    const { ask, answer, sent } = start(PATIENT);
    const asked = { actor: person('mia'), idempotencyKey: 'key-1', operation: createExpense as Operation };
    const both = [ask('first', asked), ask('retry', asked)];
    void ask('other body', { ...asked, request: { amount: '2.00' } });
    void ask('other person', { ...asked, actor: person('tom') });
    await settled();
    expect(sent).toEqual(['first', 'other body', 'other person']);
    await answer('first');
    expect(await Promise.all(both)).toEqual(['first', 'first']);
    void ask('later', asked);
    await settled();
    expect(sent.at(-1)).toBe('later');
  });
});

interface Asked extends Partial<MessageContext> {
  readonly operation?: Operation;
  readonly request?: object;
}
