import { lint } from './lint.js';

async function violatingLines(file: string, code: string): Promise<readonly number[]> {
  const [violations = []] = await lint([{ file, code }]);
  return violations.filter(({ rule }) => rule === 'outlay/names-of-replies').map(({ line }) => line);
}

describe('the lint of the names of replies', () => {
  it('rejects snake_case that a service or the gateway writes', async () => {
    const code = [
      'const expense_id = 1;',
      'export const reply = { expense_id };',
      "export const nested = [{ paid: { 'paid_at': null } }];",
      'export interface Reply { readonly payment_id?: string }',
    ].join('\n');
    expect(await violatingLines('services/expenses/src/views/reply.ts', code)).toEqual([2, 3, 4]);
    expect(await violatingLines('gateway/src/routes/reply.ts', code)).toEqual([2, 3, 4]);
  }, 300_000);

  it('permits names that are read, and all of them in contracts, rules and tests', async () => {
    const read = 'export const read = ({ as_of: asOf }, query) => [asOf, query.date_from, { dateTo: query.date_to }];';
    expect(await violatingLines('gateway/src/routes/reply.ts', read)).toEqual([]);
    const written = 'export const reply = { expense_id: 1 };';
    for (const file of ['libs/contracts/src/reply.ts', 'libs/rules/src/reply.ts', 'gateway/src/reply.test.ts'])
      expect(await violatingLines(file, written)).toEqual([]);
  }, 300_000);
});
