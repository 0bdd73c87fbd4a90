import {
  amendExpenseRoute,
  auditExpenseRoute,
  explainExpenseRoute,
  type ExpenseJson,
  type ExplanationJson,
} from '@outlay/contracts';
import { decimalPlaces, divideDecimals, multiplyDecimals, roundHalfUp } from '@outlay/rules';
import { startCompany, type Company } from './testing/company.js';

describe('why a reimbursement is what it is', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const why = ({ id }: ExpenseJson, query = {}, as = company.mia): Promise<ExplanationJson> =>
    company.api.call(explainExpenseRoute, { as, params: { id }, query });

  /** Knows only what the explanation prints. */
  function recomputed({ amount, rate, override, entered }: ExplanationJson): string {
    if (entered) return entered.value;
    return roundHalfUp(multiplyDecimals(amount?.value ?? '', override?.value ?? rate?.value ?? ''), 2);
  }

  it.each(['KES', 'USD', 'EUR', 'XOF'])('gives the reimbursement of a claim in %s again', async (currency) => {
    const expense = await company.claim({ currency, amount: '1234.56' });
    const explanation = await why(expense);
    expect(explanation.reimbursement).toEqual({ value: recomputed(explanation), currency: 'EUR' });
    expect(Number(recomputed(explanation))).toBe(expense.reimbursement_amount);
    expect(explanation.amount?.by).toMatchObject({ actor_email: company.mia.user.email, revision: 0 });
    const { value = '', legs } = explanation.rate ?? {};
    if (currency === 'EUR') return expect(legs).toBeNull();
    const [from, to] = legs ?? [];
    expect([from?.currency, to?.currency]).toEqual([currency, 'EUR']);
    expect(divideDecimals(to?.per_eur ?? '', from?.per_eur ?? '', decimalPlaces(value))).toBe(value);
  });

  it('is answered for every revision, and tells who amended and who approved which figure', async () => {
    const expense = await company.expense('approved', company.mia, { amount: '100.00', currency: 'EUR' });
    const reimbursement = { amount: 90, reason: 'Without the tip' };
    await company.api.call(amendExpenseRoute, {
      as: company.root,
      params: { id: expense.id },
      json: { reimbursement },
    });
    const now = await why(expense);
    const [mia, root] = [company.mia.user.email, company.root.user.email];
    expect(now.formula).toBe(
      `90.00 EUR, entered by ${root}, "Without the tip", in place of ` +
        '100.00 EUR × 1.000000 (the same currency) = 100 → 100.00 EUR, half up',
    );
    expect(now.history.map(({ value, approved, by }) => [value, approved, by.actor_email])).toEqual([
      ['100.00', false, mia],
      ['100.00', true, root],
      ['90.00', false, root],
      ['90.00', true, root],
    ]);
    expect(await why(expense, { revision: '0' })).toMatchObject({
      revision: 0,
      status: 'submitted',
      entered: null,
      reimbursement: { value: '100.00' },
    });
  });

  it('is answered as of an instant, as is the trail; a call that does not know as_of refuses it', async () => {
    const before = company.now().toISOString();
    company.clock.forward(60_000);
    const expense = await company.claim();
    const submitted = company.now().toISOString();
    company.clock.forward(60_000);
    await company.approve(expense);
    expect((await why(expense, { as_of: submitted })).status).toBe('submitted');
    expect((await why(expense)).status).toBe('approved');
    const trail = async (query: { as_of?: string }) => {
      const { audit_log } = await company.api.call(auditExpenseRoute, {
        as: company.mia,
        params: { id: expense.id },
        query,
      });
      return audit_log.map(({ action }) => action);
    };
    expect(await trail({ as_of: submitted })).not.toContain('approved');
    expect(await trail({})).toContain('approved');
    const refusal = (method: string, path: string, as_of: string) =>
      company.api.expectError(method, path, { as: company.root, query: { as_of } });
    const path = `/api/expenses/${expense.id}`;
    expect(await refusal('GET', `${path}/why`, before)).toMatchObject({ status: 404 });
    expect(await refusal('GET', `${path}/why`, 'yesterday')).toMatchObject({ status: 400 });
    expect(await refusal('GET', `/api/admin/expenses/${expense.id}/duplicates`, submitted)).toMatchObject({
      status: 400,
    });
    expect(await refusal('PUT', `/api/admin/expenses/${expense.id}/unapprove`, submitted)).toMatchObject({
      status: 400,
    });
    expect((await why(expense)).status).toBe('approved');
  });

  it('is told to the owner and super admins only, and about revisions that exist', async () => {
    const { id } = await company.claim();
    const ask = (as: typeof company.mia, query = {}) =>
      company.api.expectError('GET', `/api/expenses/${id}/why`, { as, query });
    expect(await ask(company.paul)).toMatchObject({ status: 404 });
    expect(await ask(company.mia, { revision: '99' })).toMatchObject({ status: 400 });
    expect(await ask(company.mia, { revision: '-1' })).toMatchObject({ status: 400 });
    expect((await why(await company.claim(), {}, company.root)).status).toBe('submitted');
  });
});
