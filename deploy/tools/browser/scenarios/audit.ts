import { button, respond, respondWithError, text, type Scenario } from '../scenario.js';

const audit = { screen: 'audit', as: 'admin', path: '/audit' } as const;
const NOTHING = { events: [], next: null, size: 0 };

export const auditScenarios: readonly Scenario[] = [
  { ...audit, state: 'timeline', shows: button(/Copy fingerprint/) },
  { ...audit, state: 'event', path: '/audit?event=40', shows: text('This event is in the signed log, unaltered.') },
  {
    ...audit,
    state: 'filtered',
    path: '/audit?kind=payment',
    shows: text(/completed a payment of/),
  },
  {
    ...audit,
    state: 'inconsistent',
    steps: async ({ page }) => {
      await page.getByRole('button', { name: 'Compare with one I kept' }).click();
      await page.getByLabel('A fingerprint, or a checkpoint note').fill(`9${'-AAAA'.repeat(13)}`);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
    },
    shows: text(/^Not consistent/),
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
