import { decide, type ExpenseCommand, type ExpenseState } from '@outlay/expenses';
import { approveExpenseRoute, createExpenseRoute } from '@outlay/contracts';
import { tryConversions } from './01-money.js';
import { superAdminProblem } from './03-last-super-admin.js';
import { raceTwins } from './07-twin-approvals.js';
import { staleness } from './10-read-your-writes.js';
import { repeat } from './11-one-effect.js';
import { alterEvents } from './12-trail.js';
import { Tally } from './check.js';
import { claim } from './claims.js';
import { beginInDomain } from './domain-expense.js';
import { hire, withProduct, type Office } from './open-product.js';
import { paymentProblem } from './payment-facts.js';
import { disagreement } from './report-figures.js';
import { divergence } from './stories.js';
import { trailProblems } from './trail-entries.js';

const context = { seed: 11, onProgress: () => undefined };
const tally = () => new Tally(context, 1);

describe('a check of an invariant reports', () => {
  it.each([
    ['floats that are rounded', (a: string, r: string) => (Math.round(Number(a) * Number(r) * 100) / 100).toFixed(2)],
    ['floats that are cut to text', (a: string, r: string) => (Number(a) * Number(r)).toFixed(2)],
  ])('a conversion by %s', (_, convert) => {
    expect(tryConversions(context, 2000, convert).wrong).toBeGreaterThan(0);
  });

  it('a domain that lets a paid expense be rejected, by the commands that led there', async () => {
    const lenient = (command: ExpenseCommand, state: ExpenseState, revision: number) =>
      command.type === 'Reject' && state.status === 'paid'
        ? [{ type: 'ExpenseRejected' as const, data: { reason: command.reason } }]
        : decide(command, state, revision);
    const commands = (['approve', 'pay', 'reject'] as const).map((what) => ({ what, by: 'super_admin' as const }));
    const story = { owner: 'partner', opening: { what: 'submit', form: 'on honor' }, commands } as const;
    expect(await divergence(story, beginInDomain)).toBeNull();
    expect(await divergence(story, (told) => beginInDomain(told, lenient))).toBe(
      'allowed the last of: owned by a partner → submit on honor → super_admin: approve → super_admin: pay → super_admin: reject',
    );
  });

  it('a company without an active super admin', () => {
    const gone = [
      { role: 'super_admin', status: 'inactive' },
      { role: 'partner', status: 'active' },
    ] as const;
    expect(superAdminProblem(gone)).toBe('Nobody is left');
    expect(superAdminProblem([...gone, { role: 'super_admin', status: 'active' }])).toBeNull();
  });

  it('an expense paid twice, one left half paid, and a payment with two reports', () => {
    const report = { payment_id: 'p', status: 'ready', expense_count: 1 } as const;
    const facts = {
      paidBy: new Map([['a', ['p']]]),
      payments: new Map([['p', { expenses: ['a'], paid: ['a'] }]]),
      reports: [report],
    };
    expect(paymentProblem(['a'], facts)).toBeNull();
    expect(paymentProblem(['a'], { ...facts, paidBy: new Map([['a', ['p', 'q']]]) })).toMatch(/a was paid by p and q/);
    expect(paymentProblem(['a'], { ...facts, paidBy: new Map() })).toMatch(/is not paid/);
    expect(paymentProblem(['a'], { ...facts, payments: new Map([['p', { expenses: ['a'], paid: null }]]) })).toMatch(
      /never closed/,
    );
    expect(paymentProblem(['a'], { ...facts, reports: [report, report] })).toMatch(/2 reports/);
  });

  it('twins that are both approved, as “Approve Anyway” allows', async () => {
    const { wrong } = await withProduct((office) => raceTwins(context, office, 3, { approve_anyway: true }));
    expect(wrong).toBe(3);
  });

  it('a figure of a report that is a cent off', () => {
    const claim = { expense_id: 'EXP-1', amount: 1.01, exchange_rate: 1, reimbursement_amount: 1.01 };
    const paid = [{ ...claim, reimbursement_currency: 'EUR' as const, reimbursement_reason: null }];
    const report = { filename: 'r.xlsx', currency: 'EUR', total_amount: 1.01, expense_ids: ['EXP-1'] };
    const headers = ['Expense ID', 'Reimbursement', 'Reimbursement Currency'];
    const rows = (total: number) => [
      ['EXP-1', 1.01, 'EUR'],
      [null, total, 'EUR'],
    ];
    const batch = { paid, report, preview: { headers, rows: rows(1.01) }, sheet: [headers, ...rows(1.01)] };
    expect(disagreement(batch)).toBeNull();
    expect(disagreement({ ...batch, sheet: [headers, ...rows(1.02)] })).toMatch(/total of the spreadsheet says 102/);
    expect(disagreement({ ...batch, report: { ...report, total_amount: 1 } })).toMatch(/the report says 100/);
    expect(disagreement({ ...batch, paid: paid.map((one) => ({ ...one, exchange_rate: 1.01 })) })).toMatch(
      /reimbursed/,
    );
  });

  it('a list that lacks a write, or still shows what was deleted', () => {
    const written = { id: 'a', status: 'submitted', amount: 1, revision: 2 } as const;
    expect(staleness('a', written, [written])).toBeNull();
    expect(staleness('a', written, [])).toMatch(/not listed/);
    expect(staleness('a', written, [{ ...written, revision: 1 }])).toMatch(/at revision 1/);
    expect(staleness('a', null, [written])).toMatch(/still listed/);
  });

  it('a retry without its key, which is made again', async () => {
    const checked = tally();
    await withProduct((office) => repeat(context, office, checked, 2, () => null));
    expect(checked.outcome().wrong).toBe(2);
  });

  it('a change without an entry, one by somebody else, and an entry nobody caused', () => {
    const by = { user: { email: 'a@example.org', role: 'partner' } } as const;
    const changes = [{ first: 0, last: 0, by, actions: ['created'] }] as const;
    const entry = {
      action: 'created',
      revision: 0,
      changed_by_email: 'a@example.org',
      changed_by_role: 'partner',
    } as const;
    expect(trailProblems(changes, [entry])).toEqual([null]);
    expect(trailProblems(changes, [])).toEqual([expect.stringMatching(/no entry "created"/)]);
    expect(trailProblems(changes, [{ ...entry, changed_by_email: 'b@example.org' }])).toEqual([
      expect.stringMatching(/done by a@example.org/),
    ]);
    expect(trailProblems(changes, [entry, { ...entry, revision: 1 }])[1]).toMatch(/Nobody did/);
  });

  it('an altered event that only the chain of hashes is asked about', async () => {
    const checked = tally();
    await withProduct(async (office) => {
      await twoClaims(office);
      await alterEvents(context, office, checked, 9, ({ brokenAt }) => brokenAt !== null);
    });
    // No later event holds the hash of a stream's last one.
    expect(checked.outcome().wrong).toBeGreaterThan(0);
  });
});

async function twoClaims({ api, admin }: Office): Promise<void> {
  const { token } = await hire({ api, admin }, 'partner', 'owner');
  await api.call(createExpenseRoute, { token, body: claim({ amount: '11.00' }) });
  const { expense } = await api.call(createExpenseRoute, { token, body: claim() });
  await api.call(approveExpenseRoute, { token: admin.token, params: { id: expense.id }, body: {} });
}
