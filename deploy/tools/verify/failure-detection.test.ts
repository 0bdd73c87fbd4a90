import { decide, type ExpenseCommand, type ExpenseState } from '@outlay/expenses';
import { approveExpenseRoute, createExpenseRoute } from '@outlay/contracts';
import { checkConversions } from './01-money.js';
import { superAdminProblem } from './03-last-super-admin.js';
import { raceDuplicates } from './07-duplicate-approvals.js';
import { staleness } from './10-read-your-writes.js';
import { repeat } from './11-one-effect.js';
import { alterEvents } from './12-audit-trail.js';
import { Tally } from './check.js';
import { claim } from './claims.js';
import { createInDomain } from './domain-expense.js';
import { addPerson, withInstallation, type Installation } from './installation.js';
import { paymentProblem } from './payment-state.js';
import { disagreement } from './report-figures.js';
import { findDivergence } from './command-sequences.js';
import { trailProblems } from './audit-entries.js';

const context = { seed: 11, onProgress: () => undefined };
const tally = () => new Tally(context, 1);

describe('the checks detect', () => {
  it.each([
    ['rounded floats', (a: string, r: string) => (Math.round(Number(a) * Number(r) * 100) / 100).toFixed(2)],
    ['floats formatted with toFixed', (a: string, r: string) => (Number(a) * Number(r)).toFixed(2)],
  ])('a conversion with %s', (_, convert) => {
    expect(checkConversions(context, 2000, convert).wrong).toBeGreaterThan(0);
  });

  it('a domain that rejects a paid expense, and report the commands that lead there', async () => {
    const lenient = (command: ExpenseCommand, state: ExpenseState, revision: number) =>
      command.type === 'Reject' && state.status === 'paid'
        ? [{ type: 'ExpenseRejected' as const, data: { reason: command.reason } }]
        : decide(command, state, revision);
    const commands = (['approve', 'pay', 'reject'] as const).map((what) => ({ what, by: 'super_admin' as const }));
    const rejected = { owner: 'partner', creation: { what: 'submit', form: 'on honour' }, commands } as const;
    expect(await findDivergence(rejected, createInDomain)).toBeNull();
    expect(await findDivergence(rejected, (sequence) => createInDomain(sequence, lenient))).toBe(
      'allowed the last command of: owned by a partner → submit on honour → super_admin: approve → super_admin: pay → super_admin: reject',
    );
  });

  it('a company without an active super admin', () => {
    const inactive = [
      { role: 'super_admin', status: 'inactive' },
      { role: 'partner', status: 'active' },
    ] as const;
    expect(superAdminProblem(inactive)).toBe('No active super admin');
    expect(superAdminProblem([...inactive, { role: 'super_admin', status: 'active' }])).toBeNull();
  });

  it('an expense paid twice, an incomplete payment, and a payment with two reports', () => {
    const report = { payment_id: 'p', status: 'ready', expense_count: 1 } as const;
    const state = {
      paidBy: new Map([['a', ['p']]]),
      payments: new Map([['p', { expenses: ['a'], paid: ['a'] }]]),
      reports: [report],
    };
    expect(paymentProblem(['a'], state)).toBeNull();
    expect(paymentProblem(['a'], { ...state, paidBy: new Map([['a', ['p', 'q']]]) })).toMatch(/a was paid by p and q/);
    expect(paymentProblem(['a'], { ...state, paidBy: new Map() })).toMatch(/is not paid/);
    expect(paymentProblem(['a'], { ...state, payments: new Map([['p', { expenses: ['a'], paid: null }]]) })).toMatch(
      /never completed/,
    );
    expect(paymentProblem(['a'], { ...state, reports: [report, report] })).toMatch(/2 reports/);
  });

  it('two approved duplicates, which “Approve Anyway” allows', async () => {
    const { wrong } = await withInstallation((installation) =>
      raceDuplicates(context, installation, 3, { approve_anyway: true }),
    );
    expect(wrong).toBe(3);
  });

  it('a report figure that is a cent off', () => {
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
    expect(disagreement({ ...batch, sheet: [headers, ...rows(1.02)] })).toMatch(/total of the spreadsheet is 102/);
    expect(disagreement({ ...batch, report: { ...report, total_amount: 1 } })).toMatch(/the report is 100/);
    expect(disagreement({ ...batch, paid: paid.map((one) => ({ ...one, exchange_rate: 1.01 })) })).toMatch(
      /reimbursed/,
    );
  });

  it('a list that lacks a write or still contains a deleted expense', () => {
    const written = { id: 'a', status: 'submitted', amount: 1, revision: 2 } as const;
    expect(staleness('a', written, [written])).toBeNull();
    expect(staleness('a', written, [])).toMatch(/not listed/);
    expect(staleness('a', written, [{ ...written, revision: 1 }])).toMatch(/at revision 1/);
    expect(staleness('a', null, [written])).toMatch(/still listed/);
  });

  it('a retry without its key, which has a second effect', async () => {
    const checked = tally();
    await withInstallation((installation) => repeat(context, installation, checked, 2, () => null));
    expect(checked.outcome().wrong).toBe(2);
  });

  it('a change without an audit entry, an entry with another actor, and an entry without a change', () => {
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
      expect.stringMatching(/made by a@example.org/),
    ]);
    expect(trailProblems(changes, [entry, { ...entry, revision: 1 }])[1]).toMatch(/No change made/);
  });

  it('an altered last event, if only the hash chain is verified', async () => {
    const checked = tally();
    await withInstallation(async (installation) => {
      await twoClaims(installation);
      await alterEvents(context, installation, checked, 9, ({ brokenAt }) => brokenAt !== null);
    });
    // No later event contains the hash of a stream's last event.
    expect(checked.outcome().wrong).toBeGreaterThan(0);
  });
});

async function twoClaims({ api, admin }: Installation): Promise<void> {
  const { token } = await addPerson({ api, admin }, 'partner', 'owner');
  await api.call(createExpenseRoute, { token, body: claim({ amount: '11.00' }) });
  const { expense } = await api.call(createExpenseRoute, { token, body: claim() });
  await api.call(approveExpenseRoute, { token: admin.token, params: { id: expense.id }, body: {} });
}
