import type { RateSourcesJson } from '@outlay/contracts';
import { scrollToFoot } from '../in-page.js';
import { waitUntil } from '../open-scenario.js';
import { respond, button, dialog, respondWithError, text, type Scenario, type ScenarioContext } from '../scenario.js';

const STATE = '**/api/admin/exchange-rate-sources';
const rates = { as: 'admin', screen: 'admin-rates' } as const;

const BUNDLED: RateSourcesJson['bundled'] = {
  source: '@fawazahmed0/currency-api',
  licence: 'CC0-1.0',
  built_at: '2026-11-21T04:52:54.671Z',
  newest_date: '2026-09-29',
  age_days: 53,
};

const CURRENT: RateSourcesJson = {
  bundled: BUNDLED,
  sources: [
    { name: 'ecb', state: 'current', newest_date: '2026-11-20', tried_at: '2026-11-20T15:10:00.000Z', failure: null },
    { name: 'cbk', state: 'current', newest_date: '2026-11-20', tried_at: '2026-11-20T14:00:00.000Z', failure: null },
  ],
  refused: [],
};

const refused = { date: '2026-11-20', reference: '1.1584', source: 'ecb', refused_at: '2026-11-20T15:10:00.000Z' };

const ALL_PROBLEMS: RateSourcesJson = {
  bundled: BUNDLED,
  sources: [
    ...CURRENT.sources,
    {
      name: 'cbn',
      state: 'failing',
      newest_date: '2026-11-17',
      tried_at: '2026-11-20T15:40:00.000Z',
      failure: 'answered 503',
    },
    { name: 'bam', state: 'late', newest_date: '2026-11-19', tried_at: '2026-11-20T16:10:00.000Z', failure: null },
    { name: 'cbe', state: 'off', newest_date: null, tried_at: null, failure: null },
    { name: 'currency-api', state: 'waiting', newest_date: null, tried_at: null, failure: null },
  ],
  refused: [
    { ...refused, currency: 'USD', value: '1158400000', reason: 'impossible' },
    { ...refused, currency: 'NGN', value: '2489.1', reference: '1672.4403', source: 'cbn', reason: 'unconfirmed' },
    { ...refused, currency: 'KES', value: 'n/a', reference: '149.7206', source: 'cbk', reason: 'not_a_rate' },
    { ...refused, currency: 'XDR', value: '0.8123', reference: null, source: 'currency-api', reason: 'no_reference' },
  ],
};

/** The panel loads its foot when it comes into view. While the charts load, it moves down again. */
const showFoot = ({ page }: ScenarioContext) => waitUntil(page, scrollToFoot);
const openDetails = async (context: ScenarioContext) => {
  await showFoot(context);
  await context.page.getByRole('button', { name: 'Details', exact: true }).click();
};

export const exchangeRateScenarios: readonly Scenario[] = [
  {
    ...rates,
    state: 'no-source',
    path: '/admin?tab=analytics',
    steps: showFoot,
    shows: text(/^Exchange rates: no live source/),
  },
  {
    ...rates,
    state: 'no-source-details',
    path: '/admin?tab=analytics',
    steps: openDetails,
    shows: dialog('Exchange rates'),
  },
  {
    ...rates,
    state: 'current',
    path: '/admin?tab=analytics',
    before: respond(STATE, CURRENT),
    steps: showFoot,
    shows: text(/^Exchange rates: European Central Bank/),
  },
  {
    ...rates,
    state: 'troubled',
    path: '/admin?tab=analytics',
    before: respond(STATE, ALL_PROBLEMS),
    steps: showFoot,
    shows: text(/failing; bundled table/),
  },
  {
    ...rates,
    state: 'details',
    path: '/admin?tab=analytics',
    before: respond(STATE, ALL_PROBLEMS),
    steps: openDetails,
    shows: dialog('Exchange rates'),
  },
  {
    ...rates,
    state: 'unknown',
    path: '/admin?tab=analytics',
    before: respondWithError(STATE, 503, { code: 'SERVICE_UNAVAILABLE', message: 'Please try again in a moment.' }),
    steps: showFoot,
    shows: button('Try again'),
  },
];
