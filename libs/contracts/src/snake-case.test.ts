import * as z from 'zod/mini';
import { snakeCased, snakeName, toSnakeCase } from './snake-case.js';

const legs = z.array(z.object({ perEur: z.string() }));
const camel = z.object({
  expenseId: z.string(),
  receiptSha256: z.nullable(z.string()),
  rate: z.nullable(z.object({ effectiveDate: z.string(), legs })),
  byCurrency: z.record(z.string(), z.object({ newestDate: z.string() })),
});
const value = {
  expenseId: 'EXP-1',
  receiptSha256: null,
  rate: { effectiveDate: '2026-06-15', legs: [{ perEur: '1.1' }] },
  byCurrency: { EUR: { newestDate: '2026-06-15' }, 'currency-api': { newestDate: '2026-06-14' } },
};
const json = {
  expense_id: 'EXP-1',
  receipt_sha256: null,
  rate: { effective_date: '2026-06-15', legs: [{ per_eur: '1.1' }] },
  by_currency: { EUR: { newest_date: '2026-06-15' }, 'currency-api': { newest_date: '2026-06-14' } },
};

describe('names in JSON', () => {
  it('are made at every depth, in the same order', () => {
    const made = toSnakeCase(value);
    expect(made).toEqual(json);
    expect(JSON.stringify(made)).toBe(JSON.stringify(json));
    expect(made.rate.legs[0]?.per_eur).toBe('1.1');
  });

  it('stay once they are made', () => {
    expect(toSnakeCase(json)).toEqual(json);
  });

  it('leave texts and keys that are data as they are', () => {
    const data = { 'EXP-aB': 'aB', '4fA2': ['aB'], EUR: 'aB', '': 1 };
    expect(toSnakeCase(data)).toEqual(data);
    expect([toSnakeCase('aB'), toSnakeCase(null), toSnakeCase(undefined), toSnakeCase(0)]).toEqual([
      'aB',
      null,
      undefined,
      0,
    ]);
  });

  it('keep digits with the word before them', () => {
    expect(snakeName('receiptSha256')).toBe('receipt_sha256');
  });

  it('are those of the schema', () => {
    const schema = snakeCased(camel);
    const parsed = z.parse(schema, json);
    expect(parsed).toEqual(json);
    expect(parsed.rate?.legs[0]?.per_eur).toBe('1.1');
    expect(z.safeParse(schema, value).success).toBe(false);
    expect(Object.keys(schema.shape)).toEqual(Object.keys(json));
  });
});
