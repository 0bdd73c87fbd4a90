import { paymentReference, runReference } from './references.js';

describe('a reference', () => {
  it('of a payment follows from its id, and keeps 48 bits of it', () => {
    expect(paymentReference('00000000-0000-8000-8000-000000000000')).toBe('PAY-0000000000');
    expect(paymentReference('ffffffff-ffff-8000-8000-000000000000')).toBe('PAY-7ZZZZZZZZZ');
    expect(paymentReference('00000000-0021-8000-8000-000000000000')).toBe('PAY-0000000011');
    expect(paymentReference('2f1c0c0e-7c8e-8f6e-9a51-6f5a3d0b7d11')).toMatch(/^PAY-[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  it('of a run has the day', () => {
    expect(runReference('2f1c0c0e-7c8e-8f6e-9a51-6f5a3d0b7d11', '2026-11-28')).toMatch(
      /^RUN-2026-11-28-[0-9A-HJKMNP-TV-Z]{5}$/,
    );
  });

  it('of an id in another form is that id', () => {
    expect(paymentReference('p1')).toBe('PAY-p1');
  });
});
