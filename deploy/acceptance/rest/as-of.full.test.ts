import {
  amendExpenseRoute,
  feedLine,
  listAllExpensesRoute,
  listUsersRoute,
  summarizeAllExpensesRoute,
  type ExpenseJson,
  type FeedLine,
} from '@outlay/contracts';
import { SeededRandom } from '@outlay/seed';
import { eventually } from '@outlay/testing';
import { startOwnCompany, type Company } from './testing/company.js';
import { expensesAt, peopleAt } from './testing/past-oracle.js';
import { whenReady } from './testing/when-ready.js';

const EVENTS = 2000;
/** `INSTANTS=200` takes several minutes: each has a snapshot of its own. */
const INSTANTS = Number(process.env.INSTANTS ?? 20);
const SEED = '20261123';
const LONG_MS = 40 * 60_000;

describe('the past of a long history', () => {
  let company: Company;
  beforeAll(async () => {
    company = await startOwnCompany();
  }, LONG_MS);
  afterAll(() => company.close());

  const seeded = new SeededRandom(SEED);
  const random = () => seeded.next();
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;

  async function readFeed(): Promise<FeedLine[]> {
    const lines: FeedLine[] = [];
    for (let path = '/api/audit/events?limit=1000'; ;) {
      const response = await fetch(company.api.origin + path, {
        headers: { authorization: `Bearer ${company.root.token}` },
      });
      const page = (await response.text()).split('\n').filter(Boolean);
      lines.push(...page.map((line) => feedLine.parse(JSON.parse(line))));
      if (page.length === 0) return lines;
      path = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? path;
    }
  }

  async function writeHistory(): Promise<FeedLine[]> {
    const { api, root, mia, paul, clock } = company;
    const open: ExpenseJson[] = [];
    const put = (path: string, json: object) => api.send('PUT', `/api/admin/${path}`, { as: root, json });
    const steps: Record<string, () => Promise<unknown>> = {
      claim: async () =>
        open.push(
          await company.claim(
            { justification: pick(['Taxi', 'Lunch', 'Train']), currency: pick(['KES', 'USD', 'EUR', 'XOF']) },
            { as: pick([mia, paul]) },
          ),
        ),
      draft: () => company.expense('draft', pick([mia, paul])),
      approve: async () => company.approve(pick(open)),
      reject: async () => company.reject(pick(open)),
      revert: () => put(`expenses/${pick(open).id}/unapprove`, {}),
      amend: () =>
        api.call(amendExpenseRoute, {
          as: root,
          params: { id: pick(open).id },
          json: pick([
            { reimbursement: { amount: 1 + Math.floor(random() * 9000) / 100, reason: 'Half' } },
            { original: { amount: 5 + Math.floor(random() * 9000) / 100 } },
            { metadata: { category: pick(['Hotel', 'IT']) } },
          ]),
        }),
      pay: async () => company.pay(await company.approve(pick(open))),
      person: () =>
        put(`users/${paul.user.id}/role`, {
          last_name: `Name ${Math.floor(random() * 1e6)}`,
          role: pick(['partner', 'team_member']),
        }),
    };
    await steps.claim?.();
    for (let n = 0; ; n += 1) {
      clock.forward(Math.floor(random() * 90_000));
      // Some steps are refused, such as the approval of a paid expense.
      await steps[pick(['claim', 'claim', ...Object.keys(steps)])]?.().catch(() => null);
      if (n % 200 !== 0) continue;
      // The clock has left the session's eight hours behind.
      for (const person of [root, mia, paul]) await company.login(person);
      const lines = await readFeed();
      if (lines.length >= EVENTS) return lines;
    }
  }

  it(
    'is an independent fold of its events',
    async () => {
      await writeHistory();
      const head = company.now().toISOString();
      const lines = await eventually(async () => {
        const read = await readFeed();
        return (read.at(-1)?.at ?? '') <= head && read;
      });
      const instants = lines.flatMap(({ at }) => at ?? []).sort();
      const [first, last] = [Date.parse(instants[0] ?? ''), Date.parse(instants.at(-1) ?? '')];
      expect(lines.length).toBeGreaterThanOrEqual(EVENTS);
      for (let n = 0; n < INSTANTS; n += 1) {
        // Half of the instants are exactly that of an event.
        const as_of = n % 2 === 0 ? pick(instants) : new Date(first + random() * (last - first)).toISOString();
        const query = { as_of };
        const [as, expected] = [company.root, expensesAt(lines, as_of)];
        const rows = await whenReady(() => company.api.call(listAllExpensesRoute, { as, query }));
        const listed = rows.map(
          ({ id, expense_id, user_email, status, type, justification, amount, reimbursement_amount }) => ({
            ...{ id, expense_id, user_email, status, type, justification, amount, reimbursement_amount },
          }),
        );
        expect([SEED, as_of, listed]).toEqual([SEED, as_of, expected.rows]);
        const { totals } = await company.api.call(summarizeAllExpensesRoute, { as, query });
        expect([
          as_of,
          totals
            .map(({ status, reimbursement_currency, count, total }) => [
              `${status} ${reimbursement_currency}`,
              count,
              total,
            ])
            .sort(),
        ]).toEqual([as_of, expected.totals]);
        const people = (await company.api.call(listUsersRoute, { as, query })).map(
          ({ id, email, first_name, last_name, role, status }) => ({ id, email, first_name, last_name, role, status }),
        );
        expect([as_of, people]).toEqual([as_of, peopleAt(lines, as_of)]);
      }
    },
    LONG_MS,
  );
});
