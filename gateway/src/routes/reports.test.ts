import { receiptsZipName } from './reports.controller.js';

describe('the name of the receipts zip', () => {
  it.each([
    ['Ada_2026-01-31.xlsx', 'Ada_2026-01-31_receipts_2026-01-31.zip'],
    ['Ada.xlsx', 'Ada_receipts_receipts.zip'],
  ])('of %s is %s', (report, zip) => {
    expect(receiptsZipName(report)).toBe(zip);
  });
});
