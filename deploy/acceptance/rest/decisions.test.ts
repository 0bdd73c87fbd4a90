import { hash } from 'node:crypto';
import {
  amendExpenseRoute,
  approveExpenseRoute,
  createAuditTokenRoute,
  decidedReceiptRoute,
  reviseExpenseRoute,
  revertExpenseRoute,
  routePath,
  showDecisionRoute,
  type DecisionJson,
  type ExpenseJson,
} from '@outlay/contracts';
import { startCompany, type Company } from './testing/company.js';
import { whenReady } from './testing/when-ready.js';

describe('the decision as the approver saw it', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const at = ({ id, revision }: Pick<ExpenseJson, 'id' | 'revision'>) => ({ id, revision: `${revision}` });
  const decision = (expense: ExpenseJson, as = company.root): Promise<DecisionJson> =>
    whenReady(() => company.api.call(showDecisionRoute, { as, params: at(expense) }));
  /** Approves with what the client would show. */
  const approveAsShown = async ({ id, revision, head, receipt_sha256 }: ExpenseJson) => {
    const json = { revision, head, receipt_sha256, approve_anyway: true };
    return (await company.api.call(approveExpenseRoute, { as: company.root, params: { id }, json })).expense;
  };

  it('an overridden rate is shown as it was, also after a correction has cleared it', async () => {
    const override = { override_exchange_rate: '0.0069', override_reason: 'Card statement' };
    const claimed = await company.claim({ currency: 'KES', amount: '1234.00', ...override }, { as: company.paul });
    const approved = await approveAsShown(claimed);
    const before = await decision(approved);
    expect(before).toMatchObject({
      differences: [],
      sent_matches: { revision: true, head: true, receipt_sha256: true },
    });
    expect(before.then.expense).toMatchObject({ override_exchange_rate: 0.0069, override_reason: 'Card statement' });
    const json = { original: { clear_override: true } };
    await company.api.call(amendExpenseRoute, { as: company.root, params: { id: claimed.id }, json });
    const after = await decision(approved);
    expect(after.then).toEqual(before.then);
    expect(after.differences).toEqual(['override_exchange_rate', 'override_reason', 'reimbursement_amount']);
    expect(after.now?.expense).toMatchObject({ override_exchange_rate: null, revision: approved.revision + 2 });
  });

  it('shows the duplicates at the decision, even if they have changed since', async () => {
    const earlier = await company.expense('approved');
    const { date, amount } = earlier;
    const claimed = await company.claim({ date, amount: `${amount}` });
    const approved = await approveAsShown(claimed);
    await company.api.call(revertExpenseRoute, { as: company.root, params: { id: earlier.id }, json: {} });
    const { then, now, dismissed_duplicates, differences, basis } = await decision(approved);
    expect(then.duplicates.map(({ id, status }) => [id, status])).toEqual([[earlier.id, 'approved']]);
    expect([now?.duplicates, dismissed_duplicates, differences]).toEqual([[], [earlier.expense_id], ['duplicates']]);
    expect(basis).toEqual({ revision: claimed.revision, head: claimed.head, receipt_sha256: claimed.receipt_sha256 });
    // It was approved before there was another.
    const first = await decision(earlier);
    expect([first.then.duplicates, first.now?.duplicates.map(({ id }) => id)]).toEqual([[], [claimed.id]]);
  });

  it('has the receipt of then, after its owner has replaced it', async () => {
    const claimed = await company.claim();
    const rejected = await company.reject(claimed);
    const form = company.form({ amount: `${claimed.amount}` });
    await company.api.call(reviseExpenseRoute, { as: company.mia, params: { id: claimed.id }, form });
    const { then, now, differences, reason } = await decision(rejected);
    expect([then.expense.receipt_sha256, differences, reason]).toEqual([
      claimed.receipt_sha256,
      ['receipt_sha256'],
      'Blurred receipt',
    ]);
    expect(now?.expense.receipt_sha256).not.toBe(claimed.receipt_sha256);
    const path = routePath(decidedReceiptRoute, at(rejected));
    const { status, bytes } = await company.api.send('GET', path, { as: company.root });
    expect([status, hash('sha256', bytes)]).toEqual([200, claimed.receipt_sha256]);
    expect(await company.api.send('GET', `/uploads/${claimed.receipt}`, { as: company.root })).toMatchObject({
      status: 404,
    });
  });

  it('is read by auditors and with tokens, and refused where nothing was decided', async () => {
    const approved = await company.expense('approved');
    const auditor = await company.addPerson('auditor');
    const { token } = await company.api.call(createAuditTokenRoute, { as: company.root, json: { name: 'Reader' } });
    for (const as of [auditor, { ...auditor, token }])
      expect(await decision(approved, as)).toMatchObject({ action: 'approved' });
    const refusal = (revision: string, as = company.root, query = {}) =>
      company.api.expectError('GET', routePath(showDecisionRoute, { id: approved.id, revision }), { as, query });
    expect(await refusal('1', company.mia)).toMatchObject({ status: 403 });
    expect(await refusal('0')).toMatchObject({ status: 404 });
    expect(await refusal('99')).toMatchObject({ status: 404 });
    expect(await refusal('-1')).toMatchObject({ status: 400 });
    expect(await refusal('1', company.root, { as_of: company.now().toISOString() })).toMatchObject({ status: 400 });
  });
});
