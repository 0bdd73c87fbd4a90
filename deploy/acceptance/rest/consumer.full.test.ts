import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExpenseRoute, OutlayError, summarizeAllExpensesRoute, type FeedLine } from '@outlay/contracts';
import { freePort, printedInvite, startProduct, type ProductProcess } from '@outlay/harness';
import { claimForm } from '@outlay/testing/claims';
import { FIRST_ADMIN, join as signIn, signUp } from '@outlay/harness/testing/people';
import { RestClient } from '@outlay/seed';
import { eventually } from '@outlay/testing';
import { createSchemaCheck } from '@outlay/testing/json-schema-check';
import { Consumer } from './testing/consumer.js';

const EVENTS = Number(process.env.EVENTS ?? 5000);
const WRITERS = 8;
const KILLS = Number(process.env.KILLS ?? 50);
/** Every tenth kill of the consumer also kills the product. */
const KILLED_TOGETHER = 10;

describe('the example of a consumer, and the product, killed at random', () => {
  let folder: string;
  let product: ProductProcess;
  let port: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outlay-consumer-'));
    port = await freePort();
    product = await start();
  }, 90_000);
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true });
  }, 30_000);

  const start = () => startProduct({ dataDir: join(folder, 'data'), port });

  it('neither lose nor repeat an event, and the sums equal those of the API', async () => {
    const api = new RestClient(product.origin);
    const { origin } = product;
    const admin = await signUp(api, await printedInvite(product), FIRST_ADMIN);
    const member = await signIn(api, admin, 'partner', 'Mia');
    const consumer = new Consumer(join(folder, 'events.db'), () => admin.token);
    const get = async (path: string) =>
      (await fetch(origin + path, { headers: { authorization: `Bearer ${admin.token}` } })).text();

    const acknowledged: string[] = [];
    const write = async () => {
      while (acknowledged.length < EVENTS) {
        const amount = (1 + acknowledged.length / 100).toFixed(2);
        const body = claimForm({ amount, no_receipt: 'true' });
        const created = await api.call(createExpenseRoute, { token: member.token, body }).catch(unlessRefused);
        if (created) acknowledged.push(created.expense.id);
        else
          await eventually(
            () => api.call(summarizeAllExpensesRoute, { token: admin.token }).catch(unlessRefused),
            60_000,
          );
      }
    };
    let isWriting = true;
    const writing = Promise.all(Array.from({ length: WRITERS }, write)).finally(() => (isWriting = false));
    for (let kills = 1; kills <= KILLS || isWriting; kills += 1) {
      await consumer.killAtRandom(origin);
      if (kills % KILLED_TOGETHER !== 0 || !isWriting) continue;
      product.signal('SIGKILL');
      await product.exited;
      await consumer.killAtRandom(origin);
      product = await start();
    }
    await writing;

    const { totals } = await api.call(summarizeAllExpensesRoute, { token: admin.token });
    const { kill } = consumer.start(origin);
    const submitted = () =>
      consumer
        .lines()
        .map((line) => JSON.parse(line) as FeedLine)
        .filter(({ type }) => type === 'ExpenseSubmitted');
    await eventually(() => submitted().length >= (totals[0]?.count ?? 0), 60_000);
    await eventually(() => consumer.checked() === consumer.lines().length, 60_000);
    await kill();

    const lines = consumer.lines();
    const check = createSchemaCheck(JSON.parse(await get('/api/audit/schemas')) as object);
    for (const [leaf, line] of lines.entries()) {
      const event = JSON.parse(line) as FeedLine;
      expect(event.leaf).toBe(leaf);
      expect(check(event)).toEqual([]);
    }
    const claims = submitted();
    const streams = new Set(claims.map(({ stream }) => stream));
    expect(acknowledged.filter((id) => !streams.has(`expense-${id}`))).toEqual([]);
    const cents = claims
      .map(({ data }) => Math.round(100 * Number((data as { details: { amount: string } }).details.amount)))
      .reduce((sum, amount) => sum + amount, 0);
    expect(totals).toMatchObject([{ status: 'submitted', count: claims.length }]);
    expect(Math.round((totals[0]?.total ?? 0) * 100)).toBe(cents);
  }, 600_000);
});

/** The product may be down. */
function unlessRefused(error: unknown): null {
  if (error instanceof OutlayError && !['SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN'].includes(error.code)) throw error;
  return null;
}
