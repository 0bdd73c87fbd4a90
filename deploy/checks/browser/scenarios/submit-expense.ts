import { chooseFile, isReceiptSaved } from '../in-page.js';
import { waitUntil } from '../open-scenario.js';
import { respond, editResponse, dialog, heading, hang, respondWithError, text, type Scenario } from '../scenario.js';
import { complete, fill, openOverride, override, submit } from './claim-form.js';

const form = { screen: 'submit-expense', path: '/submit-expense', fullPage: true } as const;
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', message: 'Please try again in a moment.' } as const;

export const submitScenarios: readonly Scenario[] = [
  { ...form, state: 'empty', as: 'member', shows: heading('Submit Expense') },
  {
    ...form,
    state: 'complete',
    as: 'member',
    steps: complete,
    shows: text('fetched (automatic)'),
  },
  {
    ...form,
    state: 'vat',
    as: 'partner',
    steps: (context) => fill(context, { currency: 'EUR', classification: 'support' }),
    shows: (page) => page.getByLabel('VAT amount (EUR)'),
  },
  {
    ...form,
    state: 'honor',
    as: 'partner',
    steps: async (context) => {
      await fill(context, { currency: 'EUR', classification: 'mix' });
      await context.page.getByLabel(/I declare on my honor/).check();
    },
    shows: text('VAT cannot be claimed without a receipt'),
  },
  {
    ...form,
    state: 'other-currency',
    as: 'member',
    steps: async (context) => {
      await fill(context, { currency: 'OTHER' });
      await context.page.getByLabel('Currency code').fill('J');
      await context.page.getByLabel('Justification').focus();
    },
    shows: text('Please enter a valid 3-letter currency code'),
  },
  {
    ...form,
    state: 'problems',
    as: 'member',
    steps: async (context) => {
      await fill(context, { amount: '-5' });
      await context.page.getByLabel('Date').fill('2020-01-01');
      await context.page.getByLabel('Justification').focus();
      await context.page.locator('input[type=file]').last().evaluate(chooseFile, 11_000_000);
    },
    shows: text('exceeds the 10MB limit'),
  },
  {
    ...form,
    state: 'rate-loading',
    as: 'member',
    before: hang('**/api/exchange-rate*'),
    steps: fill,
    shows: text('Fetching the exchange rate...'),
    staysBusy: true,
  },
  {
    ...form,
    state: 'rate-failed',
    as: 'member',
    before: respondWithError('**/api/exchange-rate*', 503, UNAVAILABLE),
    steps: fill,
    shows: (page) => page.getByRole('button', { name: 'Try again' }),
  },
  {
    ...form,
    state: 'rate-stale',
    as: 'member',
    before: editResponse<object>('**/api/exchange-rate*', (rate) => ({ ...rate, stale: true })),
    steps: complete,
    shows: text('There is no rate within a week'),
  },
  {
    ...form,
    state: 'override-dialog',
    as: 'partner',
    fullPage: false,
    steps: openOverride,
    shows: dialog('Override exchange rate'),
  },
  {
    ...form,
    state: 'override-allowed',
    as: 'partner',
    fullPage: false,
    steps: (context) => override(context, 1.02, 'Rate on my card statement'),
    shows: dialog('Override exchange rate'),
  },
  {
    ...form,
    state: 'override-exceeds',
    as: 'partner',
    fullPage: false,
    steps: (context) => override(context, 1.08, 'Rate on my card statement'),
    shows: text('(Exceeds ±5% limit)'),
  },
  {
    ...form,
    state: 'overridden',
    as: 'partner',
    steps: async (context) => {
      await override(context, 1.02, 'Rate on my card statement');
      await context.page.getByRole('button', { name: 'Apply Override' }).click();
    },
    shows: text('OVERRIDDEN'),
  },
  {
    ...form,
    state: 'sending',
    as: 'member',
    steps: async (context) => {
      await context.page.route('**/api/expenses', (route) =>
        route.request().method() === 'POST' ? undefined : route.fallback(),
      );
      await submit(context);
    },
    shows: (page) => page.locator('[aria-busy=true]').first(),
    staysBusy: true,
  },
  {
    ...form,
    state: 'rejected',
    as: 'member',
    before: respondWithError(
      '**/api/expenses',
      400,
      { code: 'INVALID_INPUT', message: 'date: Date is required.' },
      'POST',
    ),
    steps: submit,
    shows: text(/^Invalid data: /),
  },
  {
    ...form,
    screen: 'my-expenses',
    state: 'on-this-device',
    as: 'member',
    before: ({ page }) =>
      page.route('**/api/expenses', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      ),
    steps: submit,
    shows: heading('On this device'),
  },
  {
    ...form,
    state: 'login-expired',
    as: 'member',
    before: respondWithError(
      '**/api/expenses',
      401,
      { code: 'UNAUTHENTICATED', message: 'Please log in again.' },
      'POST',
    ),
    steps: submit,
    shows: text('Authentication failed. Please log in again.'),
  },
  {
    ...form,
    state: 'possible-duplicate',
    as: 'member',
    before: (context) => {
      const expense = context.company.own('member', 'paid');
      const { expense_id, justification } = expense;
      const message = `Possible duplicate of ${expense_id}: same date, amount and currency.`;
      const reply = { message: 'Saved', expense, duplicate_warning: { expense_id, justification, message } };
      return respond('**/api/expenses', reply, { status: 201, method: 'POST' })(context);
    },
    steps: submit,
    shows: text('Possible duplicate'),
  },
  {
    ...form,
    state: 'restore',
    as: 'member',
    steps: async (context) => {
      await complete(context);
      await waitUntil(context.page, isReceiptSaved);
      await context.page.reload();
    },
    shows: text('There is an unfinished form'),
  },
  {
    ...form,
    state: 'restore-two',
    as: 'member',
    steps: async (context) => {
      await complete(context);
      await waitUntil(context.page, isReceiptSaved);
      await context.page.reload();
      await text('There is an unfinished form')(context.page).waitFor();
      await context.page.getByLabel('Justification').fill('Taxi from the station');
      await context.page.reload();
    },
    shows: text('Taxi from the station'),
  },
  {
    ...form,
    state: 'edit-draft',
    as: 'member',
    path: (company) => `/submit-expense?edit=${company.own('member', 'draft').expense_id}`,
    shows: heading('Edit Expense'),
  },
  {
    ...form,
    state: 'edit-rejected',
    as: 'member',
    path: (company) => `/submit-expense?edit=${company.own('member', 'rejected').expense_id}`,
    shows: text('Rejection Reason'),
  },
  {
    ...form,
    state: 'edit-paid',
    as: 'member',
    path: (company) => `/submit-expense?edit=${company.own('member', 'paid').expense_id}`,
    shows: text('cannot be edited'),
  },
  {
    ...form,
    state: 'edit-conflict',
    as: 'member',
    path: (company) => `/submit-expense?edit=${company.own('member', 'rejected').expense_id}`,
    before: respondWithError(
      '**/api/expenses/*',
      409,
      { code: 'VERSION_CONFLICT', message: 'The expense was changed in the meantime.' },
      'PUT',
    ),
    steps: async ({ page }) => {
      await page.getByLabel('Justification').fill('Dinner with the county health team, six people');
      await page.getByRole('button', { name: 'Submit Expense' }).click();
    },
    shows: (page) => page.getByRole('button', { name: 'Keep what I typed' }),
  },
  {
    ...form,
    state: 'copy',
    as: 'member',
    path: (company) => `/submit-expense?copy=${company.own('member', 'paid').expense_id}`,
    shows: heading('Submit Expense'),
  },
  {
    ...form,
    state: 'not-found',
    as: 'member',
    path: '/submit-expense?edit=EXP-0000000000',
    shows: text('This expense was not found.'),
  },
  {
    ...form,
    state: 'shortcut-failed',
    as: 'member',
    path: '/submit-expense?uploaded=no-such-file.jpg',
    shows: text('Failed to load uploaded file'),
  },
];
