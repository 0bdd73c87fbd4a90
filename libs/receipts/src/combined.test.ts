import { combined } from './combined.js';
import type { ReceiptReading } from './reading.js';

const text: ReceiptReading = {
  source: 'pdf-text',
  total: { value: '26.29', certainty: 'sure' },
  vat: { value: '4.20', certainty: 'sure' },
  merchant: { value: 'Gasthof Krone', certainty: 'check' },
};
const code = (total: string): ReceiptReading => ({
  source: 'fiscal-code',
  total: { value: total, certainty: 'exact' },
  date: { value: '2026-03-01', certainty: 'exact' },
});

describe('a text beside a fiscal code', () => {
  test('adds what the code does not state', () => {
    expect(combined(text, code('26.29'))).toEqual({ ...code('26.29'), vat: text.vat, merchant: text.merchant });
  });

  test('of another total adds no VAT', () => {
    expect(combined(text, code('12.00'))).toEqual({ ...code('12.00'), merchant: text.merchant });
  });
});
