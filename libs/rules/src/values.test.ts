import {
  ADMIN_CATEGORIES,
  CATEGORIES,
  CHANGED_PASSWORD_MIN,
  CLASSIFICATION_LABELS,
  CLASSIFICATIONS,
  CURRENCIES,
  ISO_4217,
  LEGACY_ROLES,
  ALL_ROLES,
  OTHER_CURRENCY,
  OVERRIDE_TOLERANCE,
  overrideRange,
  PASSWORD_RULES,
  RECEIPT_MAX_BYTES,
  RECEIPT_TYPES,
  REIMBURSEMENT_CURRENCIES,
  ROLE_BADGES,
  ROLE_LABELS,
  ROLES,
} from './index.js';

describe('the values of docs/product.md', () => {
  it('are these categories', () => {
    expect(CATEGORIES).toEqual(['Plane / Train', 'Hotel', 'Taxi / Ride', 'Restaurant', 'Communication', 'IT', 'Other']);
    expect(ADMIN_CATEGORIES).toEqual(['Accommodation', 'Transport', 'Meals', 'Office Supplies', 'Other']);
  });

  it('are these classifications', () => {
    expect(CLASSIFICATIONS).toEqual(['support', 'investment', 'mix']);
    expect(CLASSIFICATION_LABELS).toEqual({ support: 'Support', investment: 'Investment', mix: 'Mix / Unknown' });
  });

  it('are these currencies', () => {
    expect(CURRENCIES.join(' ')).toBe('EUR USD KES NGN ZAR XOF XAF GHS CHF GBP MAD EGP');
    expect(OTHER_CURRENCY).toBe('OTHER');
    expect(REIMBURSEMENT_CURRENCIES).toEqual(['EUR', 'USD']);
  });

  it('are these roles', () => {
    expect(ROLES).toEqual(['team_member', 'partner', 'super_admin', 'auditor']);
    expect(LEGACY_ROLES).toEqual(['user', 'admin']);
    expect(ALL_ROLES).toEqual(['team_member', 'partner', 'super_admin', 'auditor', 'user', 'admin']);
    expect(ROLE_BADGES).toEqual({
      team_member: 'TEAM MEMBER',
      partner: 'PARTNER',
      super_admin: 'SUPER ADMIN',
      auditor: 'AUDITOR',
    });
    expect(ROLE_LABELS).toEqual({
      team_member: 'Team Member',
      partner: 'Partner',
      super_admin: 'Super Admin',
      auditor: 'Auditor',
    });
  });

  it('are these receipt types and limits', () => {
    expect(RECEIPT_TYPES).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
      'image/webp',
      'image/gif',
      'image/heic',
      'image/heif',
      'image/avif',
    ]);
    expect(RECEIPT_MAX_BYTES).toBe(10 * 1024 * 1024);
  });

  it('are at least 6 characters for a changed password, and at most 5% for a rate override', () => {
    expect(CHANGED_PASSWORD_MIN).toBe(6);
    expect(OVERRIDE_TOLERANCE).toBe('0.05');
    expect(overrideRange('2')).toEqual({ lowest: '1.9', highest: '2.1' });
  });

  it('are these password rules', () => {
    expect(PASSWORD_RULES.map(({ id, label }) => [id, label])).toEqual([
      ['length', 'At least 10 characters'],
      ['lowercase', 'A lowercase letter'],
      ['uppercase', 'An uppercase letter'],
      ['digit', 'A digit'],
      ['symbol', 'A symbol'],
    ]);
  });
});

it('ISO 4217 has 155 currencies in circulation, without retired codes, funds and metals', () => {
  const codes = [...ISO_4217];
  expect(codes).toHaveLength(155);
  expect(codes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
});
