import { createHash } from 'node:crypto';
import { decide, type ExpenseCommand, type ExpenseState } from '@outlay/expenses';
import { createExpenseRoute } from '@outlay/contracts';
import { claim, formOf } from '@outlay/testing/claims';
import { checkConversions } from './01-money.js';
import { superAdminProblem } from './03-last-super-admin.js';
import { lossProblem } from './05-kept-through-kills.js';
import { raceDuplicates } from './07-duplicate-approvals.js';
import { staleness } from './10-read-your-writes.js';
import { repeat } from './11-one-effect.js';
import { alterCopies } from './altered-copies.js';
import { wrongDecisions } from './20-one-press.js';
import { Tally } from './check.js';
import { replyProblem } from './damaged-files.js';
import { receiptFile } from './claims.js';
import { amendedApprovalProblem, shownApprovalProblem } from './amended-approvals.js';
import { createInDomain } from './domain-expense.js';
import { lossOf, REFUSED } from './installation-state.js';
import { addPerson, withInstallation } from './installation.js';
import type { Acknowledged } from './mixed-load.js';
import { paymentProblem } from './payment-state.js';
import { disagreement } from './report-figures.js';
import { decisionProblem } from './stale-decisions.js';
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

  it('a start that loses, exchanges or adds anything, and one that serves another file', () => {
    const before = new Map([
      ['claim EXP-1', '{"status":"paid"}'],
      ['receipt a.pdf', 'hash'],
    ]);
    const changed = (changes: Record<string, string>) => new Map([...before, ...Object.entries(changes)]);
    expect(lossOf(before, before, false)).toBeNull();
    expect(lossOf(before, new Map([['receipt a.pdf', 'hash']]), false)).toBe('ready without claim EXP-1');
    expect(lossOf(before, changed({ 'claim EXP-1': '{"status":"approved"}' }), true)).toBe(
      'ready with another claim EXP-1',
    );
    expect(lossOf(before, changed({ 'claim EXP-2': '{}' }), false)).toBe('ready with claim EXP-2 of others');
    expect(lossOf(before, changed({ 'receipt a.pdf': 'other' }), true)).toBe('ready with another receipt a.pdf');
    expect(lossOf(before, changed({ 'receipt a.pdf': REFUSED }), false)).toBe('ready with another receipt a.pdf');
    expect(lossOf(before, changed({ 'receipt a.pdf': REFUSED }), true)).toBeNull();
  });

  it('a damaged file that is served, confirmed by its ETag, or never sent whole', () => {
    const [damaged, missing] = [409, 404].map((status) => ({ status, etag: null }));
    expect([damaged, missing].map((reply) => reply && replyProblem(reply))).toEqual([null, null]);
    expect(replyProblem({ status: 206, etag: '"hash"' })).toBe('served as genuine, 206');
    expect(replyProblem({ status: 409, etag: '"hash"' })).toMatch(/with the ETag/);
    expect(replyProblem({ status: 0, etag: null })).toMatch(/incomplete/);
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

  it('an acknowledged claim, approval, payment or receipt that is lost', async () => {
    await withInstallation(async ({ api, admin, product }) => {
      const { token } = await addPerson({ api, admin }, 'partner', 'owner');
      const file = receiptFile('kept');
      const sha256 = createHash('sha256')
        .update(Buffer.from(await file.arrayBuffer()))
        .digest('hex');
      const body = formOf(claim({ no_receipt: 'false' }), file);
      const { id, receipt } = (await api.call(createExpenseRoute, { token, body })).expense;
      const problemOf = (one: Acknowledged) => lossProblem({ events: product.eventStore, api, admin }, [one]);
      const kept = { kind: 'claim', id, receipt: receipt ?? '', sha256 } as const;
      expect(await problemOf(kept)).toBeNull();
      expect(await problemOf({ ...kept, id: 'lost' })).toMatch(/0 of the acknowledged ExpenseSubmitted/);
      expect(await problemOf({ ...kept, sha256: 'another' })).toMatch(/The receipt of .* is 200/);
      expect(await problemOf({ ...kept, receipt: 'lost.pdf' })).toMatch(/The receipt of .* is 404/);
      expect(await problemOf({ kind: 'approval', id })).toMatch(/0 of the acknowledged ExpenseApproved/);
      expect(await problemOf({ kind: 'payment', paymentId: 'p', ids: [id] })).toMatch(
        /0 of the acknowledged ExpensePaid/,
      );
    });
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

  it('a second claim that a double press decided, and one it did not decide', () => {
    const [a, b] = [
      { expense_id: 'EXP-A', status: 'approved' },
      { expense_id: 'EXP-B', status: 'submitted' },
    ] as const;
    const expected = new Map([['EXP-A', 'approved']]);
    expect(wrongDecisions(expected, [a, b])).toEqual([]);
    expect(wrongDecisions(expected, [a, { ...b, status: 'approved' }])).toEqual(['EXP-B is approved, not submitted']);
    expect(wrongDecisions(expected, [{ ...a, status: 'submitted' }, b])).toEqual(['EXP-A is submitted, not approved']);
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

  it('an amendment that nobody or somebody else approved, an approval of other figures, and a wrong name', () => {
    const event = (revision: number, type: string, by: string, data: object = {}) => ({ revision, type, by, data });
    const approved = [event(0, 'ExpenseSubmitted', 'o'), event(1, 'ExpenseApproved', 'a', { onRevision: 0 })];
    const amended = event(2, 'ExpenseAmendedByAdmin', 'b', { original: {} });
    const again = (by: string, onRevision: number) => event(3, 'ExpenseApproved', by, { onRevision });
    expect(amendedApprovalProblem([...approved, amended, again('b', 2)])).toBeNull();
    expect(amendedApprovalProblem([...approved, amended])).toMatch(/never approved/);
    expect(amendedApprovalProblem([...approved, amended, again('a', 2)])).toMatch(/followed by ExpenseApproved by a/);
    expect(amendedApprovalProblem([...approved, amended, event(3, 'ExpensePaid', 'b')])).toMatch(/followed by Expense/);
    expect(amendedApprovalProblem([...approved, amended, again('b', 1)])).toMatch(/a figure changed at 2/);
    const described = event(2, 'ExpenseAmendedByAdmin', 'b', { metadata: {} });
    expect(amendedApprovalProblem([...approved, described])).toBeNull();
    const trail = [...approved, amended, again('b', 2)];
    const shown = { approved_by_email: 'b', amended_after_approval_by: 'b' };
    expect(shownApprovalProblem(trail, shown)).toBeNull();
    expect(shownApprovalProblem(trail, { ...shown, approved_by_email: 'a' })).toMatch(/approver/);
    expect(shownApprovalProblem(trail, { ...shown, amended_after_approval_by: null })).toMatch(/amender/);
  });

  it('a decision that is confirmed and not in the trail, and a wrong refusal', () => {
    const event = (revision: number, type: string, by: string) => ({ revision, type, by, data: {} });
    const trail = [event(0, 'ExpenseSubmitted', 'o'), event(1, 'ExpenseApproved', 'a')];
    const approval = { decision: 'approve', by: 'a', revision: 0, answer: 1 } as const;
    expect(decisionProblem(trail, approval)).toBeNull();
    expect(decisionProblem(trail, { ...approval, by: 'b' })).toMatch(/not in the trail/);
    expect(decisionProblem(trail, { ...approval, by: 'b', answer: 'VERSION_CONFLICT' })).toBeNull();
    expect(decisionProblem(trail, { ...approval, by: 'b', answer: 'CONFLICT' })).toMatch(/refused as CONFLICT/);
    expect(decisionProblem(trail, { ...approval, by: 'b', revision: 1 })).toBeNull();
    expect(decisionProblem(trail, { ...approval, revision: 1, answer: 'VERSION_CONFLICT' })).toMatch(/current one/);
    expect(decisionProblem(trail, { decision: 'revert', by: 'b', revision: 0, answer: 1 })).toMatch(/not in the trail/);
  });

  it('an altered last event, if only the hash chain is verified', async () => {
    const checked = tally();
    await alterCopies(context, checked, 4, (findings) => findings.some((id) => id.startsWith('chain-broken')));
    // No later event contains the hash of a stream's last event.
    expect(checked.outcome().wrong).toBeGreaterThan(0);
  });
});
