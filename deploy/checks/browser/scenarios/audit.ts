import { button, respond, respondWithError, text, type Scenario } from '../scenario.js';

const audit = { screen: 'audit', as: 'admin', path: '/audit' } as const;
/** The sample company is recorded by now. */
const past = (path: string) => () => `${path}as_of=${new Date().toISOString()}`;
const NOTHING = { events: [], next: null, size: 0 };

const VERIFICATIONS = '**/api/audit/verifications';
const verification = {
  id: '7',
  step: 'events',
  percent: 62,
  events: 1204,
  files: 87,
  position: '1204',
  checkpoint: null,
  started_at: '2026-03-06T09:00:00.000Z',
  ended_at: null,
  by: 'root@example.org',
  finding_count: 0,
  findings: [],
  failure: null,
};
const STREAM = 'expense-7f3a90c1-55d2-4c0e-9d58-2b1a6c1f0e42';
const FINDINGS = [
  {
    id: `event-unlogged:${STREAM}@3`,
    kind: 'event-unlogged',
    message: `Revision 3 of ${STREAM}: the log does not hold this event, although it is made of later ones.`,
    accepted: null,
  },
  {
    id: 'report-altered:reports/payment-2026-03-02.xlsx',
    kind: 'report-altered',
    message: 'The file reports/payment-2026-03-02.xlsx does not have its hash.',
    accepted: { by: 'Rosa Root', at: '2026-03-05T09:00:00.000Z', reason: 'Restored from the backup of March 2' },
  },
];

export const auditScenarios: readonly Scenario[] = [
  { ...audit, state: 'timeline', shows: text(/^Evidence/) },
  {
    ...audit,
    state: 'evidence',
    steps: ({ page }) => page.getByText(/^Evidence/).click(),
    shows: button(/Copy fingerprint/),
  },
  { ...audit, state: 'event', path: '/audit?event=40', shows: text('This event is in the signed log, unaltered.') },
  {
    ...audit,
    state: 'filtered',
    path: '/audit?kind=payment',
    shows: text(/completed a payment of/),
  },
  {
    ...audit,
    state: 'verified',
    steps: ({ page }) => page.getByRole('button', { name: 'Verify now' }).click(),
    shows: text(/^No findings: all/),
  },
  {
    ...audit,
    state: 'verifying',
    before: respond(VERIFICATIONS, [{ ...verification, status: 'running' }]),
    shows: text(/^62% · 1,204 events/),
    staysBusy: true,
  },
  {
    ...audit,
    state: 'findings',
    before: respond(VERIFICATIONS, [
      { ...verification, status: 'findings', percent: 100, finding_count: 53, findings: FINDINGS },
    ]),
    shows: text(/^53 findings/),
  },
  {
    ...audit,
    state: 'inconsistent',
    steps: async ({ page }) => {
      await page.getByText(/^Evidence/).click();
      await page.getByRole('button', { name: 'Compare with one I kept' }).click();
      await page.getByLabel('A fingerprint, or a checkpoint note').fill(`9${'-AAAA'.repeat(13)}`);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
    },
    shows: text(/^Not consistent/),
  },
  {
    ...audit,
    state: 'proof-packs',
    steps: async ({ page }) => {
      await page.getByText(/^Evidence/).click();
      await page.getByRole('button', { name: 'Proof packs' }).click();
    },
    shows: button('Proof pack'),
  },
  { ...audit, state: 'past', path: past('/audit?'), shows: text('Nothing can be changed here.') },
  {
    ...audit,
    screen: 'admin',
    state: 'past-expense',
    path: past('/admin?'),
    steps: async ({ page }) => {
      await page.getByRole('button', { name: /^EXP-/ }).first().click();
      await page.getByRole('button', { name: 'Why this amount?' }).click();
    },
    shows: text('All events of this expense until then'),
  },
  { ...audit, state: 'empty', before: respond('**/api/audit/timeline*', NOTHING), shows: text('No events') },
  {
    ...audit,
    state: 'broken',
    before: respondWithError('**/api/audit/timeline*', 500, {
      code: 'TRAIL_BROKEN',
      message: 'Events 0 to 255 of the log are no longer what the event store has.',
    }),
    shows: button('Retry'),
  },
];
