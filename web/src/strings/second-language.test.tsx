import { describe, expect, jest, test } from '@jest/globals';
import { RATE_REFUSALS, RATE_SOURCE_STATES } from '@outlay/contracts';
import {
  ADMIN_CATEGORIES,
  CATEGORIES,
  CLASSIFICATION_LABELS,
  CURRENCIES,
  OTHER_CURRENCY,
  PASSWORD_RULES,
  passwordMessages,
  receiptMessages,
  ROLE_BADGES,
  ROLE_LABELS,
  vatMessages,
} from '@outlay/rules';
import { configure, screen } from '@testing-library/react';
import { readdirSync } from 'node:fs';

function bracketed(text: unknown): unknown {
  if (typeof text === 'string') return `⟦${text}⟧`;
  if (typeof text === 'function') return (...values: unknown[]) => `⟦${String(text(...values))}⟧`;
  if (typeof text !== 'object' || text === null) return text;
  return Object.fromEntries(Object.entries(text).map(([name, part]) => [name, bracketed(part)]));
}

const NAMESPACES = readdirSync(`${import.meta.dirname}/en`).map((file) => file.replace('.ts', ''));
for (const namespace of NAMESPACES.filter((name) => !['index', 'language'].includes(name))) {
  const texts = Object.entries((await import(`#strings/${namespace}`)) as object);
  jest.unstable_mockModule(`#strings/${namespace}`, () => bracketed(Object.fromEntries(texts)));
}
const { aDuplicate, answer, anExpense, aReport, aUser, rateSources, trailState, renderRoute, screenTexts } =
  await import('#app/testing');

const BOSS = aUser({ role: 'super_admin' });
const rejected = anExpense({ status: 'rejected', admin_notes: '*', vat_amount: 3, override_exchange_rate: 0.91 });
const expenses = [
  { ...rejected, approved_at: '2026-03-07T09:00:00.000Z', approved_by_email: BOSS.email, override_reason: '*' },
  anExpense({ id: '2', expense_id: 'EXP-0002', status: 'draft', duplicate_count: 1, no_receipt: true }),
  anExpense({ id: '3', expense_id: 'EXP-0003', status: 'paid', type: null, justification: null, date: null }),
];
const invites = [{ id: '1', email: BOSS.email, role: BOSS.role, token: '*', expires_at: '2126-03-07T09:00:00.000Z' }];
const entry = {
  id: '1',
  action: 'updated' as const,
  event_type: '*',
  revision: 0,
  field_name: null,
  old_value: null,
  new_value: null,
  change_summary: '*',
  changed_by_email: BOSS.email,
  changed_by_role: BOSS.role,
  created_at: '2026-03-07T09:00:00.000Z',
};

const RATE_SOURCES = ['ecb', 'cbk', 'cbn', 'bam', 'cbe'];

const handlers = [
  answer('GET /api/expenses', expenses),
  answer('GET /api/expenses/{id}/audit', { audit_log: [] }),
  answer('GET /api/admin/expenses-with-users', expenses),
  answer('GET /api/admin/expenses/{id}/audit', { history: [entry] }),
  answer('GET /api/admin/expenses/{id}/duplicates', { duplicates: [aDuplicate(expenses[0])] }),
  answer('GET /api/admin/users', [BOSS]),
  answer(
    'GET /api/admin/invites',
    invites.map((invite) => ({ ...invite, used_at: null })),
  ),
  answer('GET /api/admin/reports', [aReport(), aReport({ id: '2', status: 'pending' })]),
  answer('GET /api/admin/my-reports', {
    reports: [aReport(), aReport({ id: '2', status: 'failed', retry_at: '2126-03-07T09:00:00.000Z' })],
  }),
  answer('GET /api/admin/reports/{filename}/json', { headers: [], rows: [] }),
  answer('GET /api/audit/state', trailState()),
  answer('GET /api/audit/tokens', []),
  answer(
    'GET /api/admin/exchange-rate-sources',
    rateSources({
      sources: RATE_SOURCE_STATES.map((state, index) => ({
        name: RATE_SOURCES[index] ?? 'peg',
        state,
        newest_date: '2026-03-05',
        tried_at: '2026-03-06T15:10:00.000Z',
        failure: '429',
      })),
      refused: RATE_REFUSALS.map((reason) => ({
        currency: 'USD',
        date: '2026-03-05',
        value: '118',
        reference: '1.18',
        source: 'currency-api',
        reason,
        refused_at: '2026-03-06T15:10:00.000Z',
      })),
    }),
  ),
];

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
/** User input and texts of `libs/rules`, longest first: they are the same in every language. */
const UNTRANSLATED = [
  ...[
    BOSS.first_name,
    BOSS.last_name,
    BOSS.email,
    'Ada O.',
    'Ada Okafor',
    aReport().filename,
    'Two nights in Nairobi',
    'Hotel',
  ],
  ...leaves([
    CATEGORIES,
    ADMIN_CATEGORIES,
    CLASSIFICATION_LABELS,
    CURRENCIES,
    OTHER_CURRENCY,
    ROLE_BADGES,
    ROLE_LABELS,
  ]),
  ...leaves([passwordMessages, PASSWORD_RULES.map(({ label }) => label), receiptMessages, vatMessages]),
].toSorted((a, b) => b.length - a.length);
const DATE = /\d{1,2} \p{L}{3,4} \d{4}|in [\d,]+ days/gu;

function outsideTheCatalogue(text: string): string {
  let remainder = text;
  while (/⟦[^⟦⟧]*⟧/.test(remainder)) remainder = remainder.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  for (const known of UNTRANSLATED) remainder = remainder.replaceAll(known, '');
  return remainder
    .replaceAll(DATE, '')
    .replaceAll(/EXP-\d+/g, '')
    .replaceAll(/[^\p{L}]/gu, '');
}

// These tests compile every screen, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

/** A path, the last text to appear there, and a button to press first. */
const SCREENS: readonly (readonly [path: string, last: string, pressed?: string])[] = [
  ['/login', 'Reset with admin code'],
  ['/login', 'Min 10 chars, upper/lower/number/symbol', 'Reset with admin code'],
  ['/register', 'Create account'],
  ['/my-expenses', 'Converted Amount'],
  ['/my-expenses', 'Are you sure you want to delete this draft?', 'Delete EXP-0002'],
  ['/my-expenses?expense=EXP-0001', 'No audit trail available'],
  ['/my-reports', 'Delayed, will be tried again'],
  [`/my-reports?report=${aReport().filename}`, 'Original Amount'],
  ['/settings', 'Update Password'],
  ['/get-token', 'Copy'],
  ['/submit-expense', 'Take Photo'],
  ['/submit-expense?edit=EXP-0001', 'OVERRIDDEN'],
  ['/submit-expense?edit=EXP-0001', 'Apply Override', 'Change override'],
  ['/admin', 'OVR'],
  ['/admin', 'Choose a user', '+ Create Expense'],
  ['/admin', 'There is nothing to compare it with.', 'Details'],
  ['/admin?expense=EXP-0001', 'Admin'],
  ['/admin?expense=EXP-0001', 'Original', 'Edit'],
  ['/admin?expense=EXP-0002', 'The user will see this message.', 'Reject'],
  ['/admin?expense=EXP-0002', 'Approve Anyway', 'Approve'],
  ['/admin?tab=reports', 'Being prepared'],
  [`/admin?tab=reports&report=${aReport().filename}`, 'Original Amount'],
  ['/admin?tab=users', 'Pending'],
  ['/admin?tab=users', 'Save', 'Edit Ada Okafor'],
  ['/admin?tab=analytics', 'Analytics is not implemented yet.'],
  ['/admin-expenses', 'OVR'],
];

describe('in a second language, no English text remains', () => {
  test.each(SCREENS.map(([path, last, pressed]) => ({ path, last, pressed })))(
    '$path: $last',
    async ({ path, last, pressed }) => {
      const { user } = renderRoute(path, { as: ['/login', '/register'].includes(path) ? undefined : BOSS, handlers });
      if (pressed) await user.click(await screen.findByRole('button', { name: `⟦${pressed}⟧` }));
      await screen.findAllByText(`⟦${last}⟧`);
      // A single letter is a key, which is the same in every language.
      expect(screenTexts().filter((text) => text.length > 1 && outsideTheCatalogue(text) !== '')).toEqual([]);
    },
    60_000,
  );
});
