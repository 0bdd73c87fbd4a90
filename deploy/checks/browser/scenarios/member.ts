import { forgetUser } from '../in-page.js';
import {
  respond,
  button,
  dialog,
  heading,
  hang,
  respondWithError,
  text,
  type Scenario,
  type ScenarioContext,
} from '../scenario.js';

const list = { screen: 'my-expenses', as: 'member' } as const;
const LIST = /\/api\/expenses\?/;
const TRIPS = /\/api\/trips$/;
const TRIP = { id: 'trip', name: 'Nairobi, March', currency: 'KES', first_day: '2026-03-16', last_day: '2026-03-20' };
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', message: 'Please try again in a moment.' } as const;

const openDraft = async ({ page, company }: ScenarioContext) => {
  await page.goto(`/my-expenses?expense=${company.own('member', 'draft').expense_id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
};

const fillPasswords = async ({ page }: ScenarioContext) => {
  await page.getByLabel('Current password').fill('not-my-password');
  await page.getByLabel('New password', { exact: true }).fill('Acacia-Bridge-2027');
  await page.getByLabel('Confirm new password').fill('Acacia-Bridge-2027');
  await page.getByRole('button', { name: 'Update Password' }).click();
};

const palette =
  (typed = '') =>
  async ({ page }: ScenarioContext) => {
    await heading('My Expenses')(page).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search screens/ }).fill(typed);
  };

export const memberScenarios: readonly Scenario[] = [
  {
    screen: 'commands',
    state: 'palette',
    as: 'admin',
    path: '/my-expenses',
    steps: palette(),
    shows: dialog('Search and commands'),
  },
  {
    screen: 'commands',
    state: 'found',
    as: 'member',
    path: '/my-expenses',
    steps: palette('re'),
    shows: (page) => page.getByRole('option', { name: /Search my expenses/ }),
  },
  {
    screen: 'commands',
    state: 'shortcuts',
    as: 'admin',
    path: '/admin',
    steps: async ({ page }) => {
      await heading('Admin Panel')(page).waitFor();
      await page.keyboard.press('?');
    },
    shows: dialog('Keyboard shortcuts'),
  },
  { ...list, state: 'list', path: '/my-expenses', shows: text(/Rate: /) },
  {
    ...list,
    state: 'rejected',
    path: '/my-expenses?status=rejected',
    shows: text(/\d expenses? match/),
    fullPage: true,
  },
  {
    ...list,
    state: 'offline',
    path: '/my-expenses',
    steps: async ({ page }) => {
      await text(/Rate: /)(page).waitFor();
      await page.evaluate(() => void window.dispatchEvent(new Event('offline')));
    },
    shows: text('You are offline'),
  },
  { ...list, state: 'no-match', path: '/my-expenses?q=nothing+like+it', shows: text('No matching expenses') },
  { ...list, state: 'nothing-yet', path: '/my-expenses', before: respond(LIST, []), shows: text('No expenses found') },
  {
    ...list,
    state: 'trip',
    path: '/my-expenses?trip=Nairobi,+March',
    before: async (context) => {
      const drafts = [1, 2, 3].map((number) => ({
        ...context.company.own('member', 'draft'),
        ...{ id: `draft-${number}`, expense_id: `EXP-${number}`, trip: TRIP.name },
      }));
      await respond(LIST, drafts)(context);
      await respond(TRIPS, [TRIP])(context);
    },
    steps: async ({ page }) => button('Submit all 3 drafts')(page).click(),
    shows: dialog('Submit the drafts of this trip'),
  },
  {
    ...list,
    state: 'trips',
    path: '/my-expenses',
    before: respond(TRIPS, [TRIP]),
    steps: async ({ page }) => {
      await button('Trips')(page).click();
      await button('New trip')(page).click();
      await button('Add trip')(page).click();
    },
    shows: text('Name is required'),
  },
  {
    ...list,
    state: 'loading',
    path: '/my-expenses',
    before: hang(LIST),
    shows: heading('My Expenses'),
    staysBusy: true,
  },
  {
    ...list,
    state: 'failed',
    path: '/my-expenses',
    before: respondWithError(LIST, 503, UNAVAILABLE),
    shows: text('Unable to load your expenses'),
  },
  ...(['draft', 'submitted', 'rejected', 'approved', 'paid'] as const).map((status): Scenario => ({
    ...list,
    state: `details-${status}`,
    path: (company) => `/my-expenses?expense=${company.own('member', status).expense_id}`,
    shows: dialog(),
  })),
  {
    ...list,
    state: 'details-honor',
    as: 'partner',
    path: ({ logins, find }) => {
      const mine = find(
        'declaration of the partner',
        (each) => each.no_receipt && each.user_id === logins.partner.user.id,
      );
      return `/my-expenses?expense=${mine.expense_id}`;
    },
    shows: dialog(),
  },
  {
    ...list,
    state: 'details-overridden',
    as: 'partner',
    path: ({ logins, find }) => {
      const mine = find(
        'override of the partner',
        (each) => each.override_exchange_rate !== null && each.user_id === logins.partner.user.id,
      );
      return `/my-expenses?expense=${mine.expense_id}`;
    },
    shows: dialog(),
  },
  {
    ...list,
    state: 'details-receipt-failed',
    path: (company) => `/my-expenses?expense=${company.own('member', 'paid').expense_id}`,
    before: ({ page }) => page.route('**/uploads/**', (route) => route.fulfill({ status: 404 })),
    shows: text('Unable to load receipt preview.'),
  },
  {
    ...list,
    state: 'details-deleted',
    path: '/my-expenses?expense=EXP-0000000000',
    shows: text('This expense is not in your list.'),
  },
  { ...list, state: 'delete-draft', path: '/my-expenses', steps: openDraft, shows: dialog('Delete draft') },
  {
    ...list,
    state: 'delete-failed',
    path: '/my-expenses',
    before: respondWithError('**/api/expenses/*', 503, UNAVAILABLE, 'DELETE'),
    steps: async (context) => {
      await openDraft(context);
      await context.page
        .getByRole('dialog', { name: 'Delete draft' })
        .getByRole('button', { name: 'Delete', exact: true })
        .click();
    },
    shows: text('Failed to delete draft'),
  },
  {
    ...list,
    state: 'menu',
    path: '/my-expenses',
    only: 'phone',
    steps: ({ page }) => page.getByRole('button', { name: 'Open menu' }).click(),
    shows: button('Logout'),
  },
  {
    screen: 'settings',
    state: 'profile',
    as: 'member',
    path: '/settings',
    shows: heading('Change Password'),
    fullPage: true,
  },
  {
    screen: 'settings',
    state: 'rejected',
    as: 'member',
    path: '/settings',
    before: respondWithError('**/api/auth/password', 400, {
      code: 'INVALID_CURRENT_PASSWORD',
      message: 'Current password is incorrect',
    }),
    steps: fillPasswords,
    shows: text('Current password is incorrect'),
    fullPage: true,
  },
  {
    screen: 'settings',
    state: 'updated',
    as: 'member',
    path: '/settings',
    before: respond('**/api/auth/password', { message: 'Password updated successfully!', token: 'a.b.c' }),
    steps: fillPasswords,
    shows: text('Password updated successfully!'),
  },
  { screen: 'get-token', state: 'hidden', as: 'member', path: '/get-token', shows: heading('Auth Token') },
  {
    screen: 'get-token',
    state: 'shown',
    as: 'member',
    path: '/get-token',
    steps: ({ page }) => page.getByRole('button', { name: 'Show token' }).click(),
    shows: button('Hide token'),
  },
  {
    screen: 'shell',
    state: 'cold-start',
    as: 'member',
    path: '/my-expenses',
    before: async ({ page }) => {
      await page.addInitScript(forgetUser);
      await page.route('**/api/auth/me', () => undefined);
    },
    shows: text('Loading...'),
    staysBusy: true,
  },
  {
    screen: 'shell',
    state: 'screen-failed',
    as: 'member',
    path: '/settings',
    // The names of files do not say what they contain.
    before: ({ page }) =>
      page.route('**/assets/*.js', async (route) => {
        const response = await route.fetch();
        const isScreen = (await response.text()).includes('Profile fields are managed');
        await (isScreen ? route.abort() : route.fulfill({ response }));
      }),
    shows: text('This page could not be shown'),
  },
];
