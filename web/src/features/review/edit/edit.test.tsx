import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  anExpense,
  breakDown,
  expectAccessible,
  findInPlace,
  findToast,
  hang,
  refusal,
  refuse,
} from '#app/testing';
import { localToday } from '#lib/local-today';
import { renderPanel, SLOW, type Panel } from '#panel/testing';

const AMEND = 'PUT /api/admin/expenses/{id}';
const RATE = 'GET /api/exchange-rate';
const OPEN = '/admin?expense=EXP-0001';
const claim = anExpense({ revision: 4, type: 'Restaurant' });
const overridden = { override_exchange_rate: 0.92, override_reason: 'Card', exchange_rate: 0.92 } as const;
const rateOf = (rate: number, changes: { stale?: boolean; provisional?: boolean } = {}) => ({
  rate,
  effective_date: '2026-03-05',
  source: 'ecb',
  stale: false,
  provisional: false,
  ...changes,
});

/** A server that keeps one expense, records what is changed of it, and answers it with the changes a test names. */
function edited(changes: Partial<ExpenseJson> = {}, { handlers = [], ...panel }: Panel = {}, path = OPEN) {
  const bodies: unknown[] = [];
  const asked: string[] = [];
  const expenses = [{ ...claim, ...changes }];
  const view = renderPanel(path, {
    expenses,
    ...panel,
    handlers: [
      ...handlers,
      answer(RATE, ({ query }) => {
        asked.push(query.toString());
        return rateOf(0.8);
      }),
      answer(AMEND, ({ body }) => {
        bodies.push(body);
        const amended = { ...claim, ...changes, revision: claim.revision + 1, justification: 'As amended' };
        expenses[0] = amended;
        return { message: 'ok', expense: amended };
      }),
    ],
  });
  return { ...view, bodies, asked, expenses };
}
type View = ReturnType<typeof edited>;

const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Edit Expense' }, SLOW));
async function openDialog(view: View) {
  const sheet = within(await screen.findByRole('dialog', { name: 'EXP-0001' }, SLOW));
  await view.user.click(sheet.getByRole('button', { name: 'Edit' }));
  return findDialog();
}
type Dialog = Awaited<ReturnType<typeof openDialog>>;

async function write(view: View, dialog: Dialog, label: string | RegExp, text: string) {
  await view.user.clear(dialog.getByLabelText(label));
  if (text) await view.user.type(dialog.getByLabelText(label), text);
}
const saveButton = (dialog: Dialog) => dialog.getByRole('button', { name: 'Save' });
async function save(view: View, dialog: Dialog) {
  await waitFor(() => expect(saveButton(dialog)).toBeEnabled());
  await view.user.click(saveButton(dialog));
}

describe('editing an expense', () => {
  test('shows what it says now, and nothing can be saved before something changed', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    expect(dialog.getByText('EXP-0001, Ada Okafor')).toBeVisible();
    expect(dialog.getByLabelText('Amount')).toHaveValue(250);
    expect(dialog.getByLabelText('Currency')).toHaveValue('USD');
    expect(dialog.getByLabelText('Date')).toHaveValue('2026-03-05');
    expect(dialog.getByLabelText('Category')).toHaveValue('Restaurant');
    expect(dialog.getByLabelText('Classification')).toHaveValue('support');
    expect(dialog.getByLabelText('Reimbursement amount (EUR)')).toHaveValue(225);
    expect(dialog.getByText('250.00 USD × 0.9000 = 225.00 EUR')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
    await write(view, dialog, 'Amount', '250');
    expect(saveButton(dialog)).toBeDisabled();
    await expectAccessible();
  });

  test('sends what was changed, on the revision it was opened on, and shows it in the list', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Dinner');
    await view.user.selectOptions(dialog.getByLabelText('Category'), 'IT');
    await view.user.selectOptions(dialog.getByLabelText('Classification'), 'Not provided');
    await save(view, dialog);
    expect(await findToast('Expense updated successfully!')).toBeVisible();
    expect(view.bodies).toEqual([
      { revision: 4, metadata: { category: 'IT', justification: 'Dinner', classification: null } },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Expense' })).toBeNull());
    expect((await screen.findAllByText('As amended')).length).toBeGreaterThan(0);
    expect(view.asked).toEqual([]);
  });

  test('a changed amount moves the reimbursement with it, which is the server’s to reckon', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', '100.5');
    expect(dialog.getByText('100.50 USD × 0.9000 = 90.45 EUR')).toBeVisible();
    expect(dialog.getByLabelText('Reimbursement amount (EUR)')).toHaveValue(90.45);
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, original: { amount: 100.5 } }]));
  });

  test.each([['0'], ['-1'], ['1.005'], ['']])('an amount of "%s" is refused', async (amount) => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', amount);
    await view.user.tab();
    expect(dialog.getByText('Amount must be greater than 0, with at most two decimals.')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
  });

  test('another currency, by its three letters, brings its rate from the server', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await view.user.selectOptions(dialog.getByLabelText('Currency'), 'OTHER');
    await write(view, dialog, 'Currency code', 'jp');
    await view.user.tab();
    expect(dialog.getByText('Please enter a valid 3-letter currency code (e.g., USD, EUR)')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
    await write(view, dialog, 'Currency code', 'jpy');
    expect(dialog.getByLabelText('Currency code')).toHaveValue('JPY');
    expect(await dialog.findByText('250.00 JPY × 0.8000 = 200.00 EUR')).toBeVisible();
    expect(view.asked).toEqual(['from=JPY&to=EUR&date=2026-03-05']);
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, original: { currency: 'JPY' } }]));
  });

  test('another date brings its rate, and is held to the days that are allowed', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    for (const [date, message] of [
      ['2999-01-01', 'Future dates are not allowed.'],
      ['2001-01-01', 'Dates older than 12 months are not allowed.'],
    ] as const) {
      await write(view, dialog, 'Date', date);
      expect(dialog.getByText(message)).toBeVisible();
      expect(saveButton(dialog)).toBeDisabled();
    }
    expect(view.asked).toEqual([]);
    const today = localToday();
    await write(view, dialog, 'Date', today);
    expect(await dialog.findByText('250.00 USD × 0.8000 = 200.00 EUR')).toBeVisible();
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, today, original: { date: today } }]));
  });

  test('a date that has grown too old meanwhile does not keep the rest from being corrected', async () => {
    const view = edited({ date: '2001-01-01' });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', '10');
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, original: { amount: 10 } }]));
  });
});

describe('the reimbursement', () => {
  const LABEL = 'Reimbursement amount (EUR)';

  test.each([
    ['236.25', '+5.00% from the fetched rate', 'text-approved'],
    ['213.75', '-5.00% from the fetched rate', 'text-approved'],
    ['236.30', '+5.02% from the fetched rate, more than 5%', 'text-rejected'],
    ['202.50', '-10.00% from the fetched rate, more than 5%', 'text-rejected'],
  ])('of %s shows how far it lies from the fetched rate: %s', async (amount, text, look) => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, LABEL, amount);
    expect(dialog.getByText(text)).toHaveClass(look);
  });

  test('set by hand needs a reason, and is sent with it', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, LABEL, '230');
    expect(saveButton(dialog)).toBeDisabled();
    await view.user.click(dialog.getByLabelText('Reason'));
    await view.user.tab();
    expect(dialog.getByText('Please provide a reason for the changed reimbursement amount.')).toBeVisible();
    await write(view, dialog, 'Reason', ' Bank statement ');
    await save(view, dialog);
    await waitFor(() =>
      expect(view.bodies).toEqual([{ revision: 4, reimbursement: { amount: 230, reason: 'Bank statement' } }]),
    );
  });

  test('has to be above zero, and can be taken back to amount times rate', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, 'Reason', 'Nothing');
    await write(view, dialog, LABEL, '0');
    await view.user.tab();
    expect(dialog.getByText('Reimbursement amount must be greater than 0, with at most two decimals.')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Use this amount' }));
    expect(dialog.getByLabelText(LABEL)).toHaveValue(225);
    expect(saveButton(dialog)).toBeDisabled();
  });

  test('that was set by hand before is said to be reckoned again', async () => {
    const view = edited({ reimbursement_amount: 230, reimbursement_reason: 'Bank statement' });
    const dialog = await openDialog(view);
    expect(dialog.getByLabelText(LABEL)).toHaveValue(230);
    await write(view, dialog, 'Amount', '100');
    expect(dialog.getByText(/set by hand \(Bank statement\)/)).toBeVisible();
    expect(dialog.getByLabelText(LABEL)).toHaveValue(90);
  });
});

describe('the rate', () => {
  const WARNINGS = [
    ['stale', /no rate within a week/],
    ['provisional', /not published yet/],
  ] as const;

  test('is shown with who made it and when', async () => {
    const dialog = await openDialog(edited({ rate_source: 'peg × ECB' }));
    expect(dialog.getByText('fixed peg × European Central Bank, 5 Mar 2026')).toBeVisible();
    expect(dialog.queryByRole('status')).toBeNull();
  });

  test.each(WARNINGS)('the expense was saved with is said to be %s', async (what, text) => {
    const dialog = await openDialog(edited({ [`rate_${what}`]: true }));
    expect(dialog.getByText(text)).toBeVisible();
  });

  test.each(WARNINGS)('of another currency is said to be %s', async (what, text) => {
    const view = edited({}, { handlers: [answer(RATE, rateOf(0.8, { [what]: true }))] });
    const dialog = await openDialog(view);
    expect(dialog.queryByText(text)).toBeNull();
    await view.user.selectOptions(dialog.getByLabelText('Currency'), 'GBP');
    expect(await dialog.findByText(text)).toBeVisible();
  });

  test.each([
    ['there is none', 'RATE_NOT_AVAILABLE', 'No rate for GBP on this day.'],
    ['its service is away', 'SERVICE_UNAVAILABLE', 'Rates are away. Please try again.'],
  ] as const)('can be asked for again where %s, and nothing typed is lost', async (_, code, message) => {
    let isUp = false;
    const view = edited({}, { handlers: [answer(RATE, () => (isUp ? rateOf(0.8) : refusal(code, message)))] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Kept');
    await view.user.selectOptions(dialog.getByLabelText('Currency'), 'GBP');
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
    isUp = true;
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('250.00 GBP × 0.8000 = 200.00 EUR')).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
  });
});

describe('an override', () => {
  const CLEAR = 'Clear the override and use the fetched rate';

  test('can be cleared, with what that does said before', async () => {
    const view = edited({ ...overridden, reimbursement_amount: 230 });
    const dialog = await openDialog(view);
    expect(dialog.getByText('250.00 USD × 0.9200 = 230.00 EUR')).toBeVisible();
    expect(dialog.getByText('+2.22% from the fetched rate')).toBeVisible();
    await view.user.click(dialog.getByLabelText(CLEAR));
    expect(dialog.getByText(/^The reimbursement will be amount × fetched rate/)).toBeVisible();
    expect(dialog.getByLabelText('Reimbursement amount (EUR)')).toHaveValue(225);
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, clear_override: true }]));
  });

  test('goes with its currency', async () => {
    const view = edited(overridden);
    const dialog = await openDialog(view);
    await view.user.selectOptions(dialog.getByLabelText('Currency'), 'KES');
    expect(dialog.getByText(/given for another currency or date: it is cleared/)).toBeVisible();
    expect(dialog.queryByLabelText(CLEAR)).toBeNull();
    await save(view, dialog);
    await waitFor(() =>
      expect(view.bodies).toEqual([{ revision: 4, original: { currency: 'KES' }, clear_override: true }]),
    );
  });

  test('that is none is not asked about', async () => {
    const dialog = await openDialog(edited());
    expect(dialog.queryByLabelText(CLEAR)).toBeNull();
  });
});

describe('VAT', () => {
  const LABEL = 'VAT amount (EUR)';
  const inEuro = { currency: 'EUR', vat_amount: 19, exchange_rate: 1, fetched_exchange_rate: 1 } as const;

  test('that no longer applies is hidden and cleared', async () => {
    const view = edited(inEuro);
    const dialog = await openDialog(view);
    expect(dialog.getByLabelText(LABEL)).toHaveValue(19);
    await view.user.selectOptions(dialog.getByLabelText('Classification'), 'Investment');
    expect(dialog.queryByLabelText(LABEL)).toBeNull();
    await save(view, dialog);
    await waitFor(() =>
      expect(view.bodies).toEqual([{ revision: 4, metadata: { classification: 'investment', vat_amount: null } }]),
    );
  });

  test('has to be a number of 0 or more, and may be taken out', async () => {
    const view = edited(inEuro);
    const dialog = await openDialog(view);
    await write(view, dialog, LABEL, '-1');
    expect(dialog.getByText('Please enter a valid VAT amount (must be a positive number)')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
    await write(view, dialog, LABEL, '');
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, metadata: { vat_amount: null } }]));
  });

  test('cannot be claimed where the receipt was declared missing', async () => {
    const dialog = await openDialog(edited({ ...inEuro, vat_amount: null, no_receipt: true }));
    expect(dialog.getByLabelText(LABEL)).toBeDisabled();
    expect(dialog.getByText('VAT cannot be claimed without a receipt')).toBeVisible();
  });
});

describe('the way to editing', () => {
  test('is open in the list and by the key e, which types nothing', async () => {
    const view = edited({}, {}, '/admin');
    await view.user.click(await screen.findByRole('button', { name: 'Edit EXP-0001' }));
    const dialog = await findDialog();
    await view.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Expense' })).toBeNull());

    await view.user.click(screen.getByRole('button', { name: 'EXP-0001' }));
    await screen.findByRole('dialog', { name: 'EXP-0001' });
    await view.user.keyboard('e');
    const again = await findDialog();
    await write(view, again, 'Justification', 'a u e');
    expect(again.getByLabelText('Justification')).toHaveValue('a u e');
    expect(view.bodies).toEqual([]);
  });

  test('is closed for a paid expense, which says why', async () => {
    const view = edited({ status: 'paid' });
    const sheet = within(await screen.findByRole('dialog', { name: 'EXP-0001' }, SLOW));
    expect(sheet.getByRole('button', { name: 'Edit' })).toBeDisabled();
    expect(sheet.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription('Paid expenses cannot be edited');
    await view.user.keyboard('e');
    expect(await findToast('Paid expenses cannot be edited')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Edit Expense' })).toBeNull();
    const row = document.querySelector('[aria-label="Edit EXP-0001"]');
    expect(row).toBeDisabled();
    expect(row).toHaveAttribute('title', 'Paid expenses cannot be edited');
  });
});

describe('saving that fails', () => {
  test.each([
    ['with words', refuse(AMEND, 'SERVICE_UNAVAILABLE', 'A part is down.'), 'A part is down.'],
    ['without words', breakDown(AMEND, 500), 'Failed to save changes'],
  ])('%s is said in a toast and in place, and nothing typed is lost', async (_, handler, message) => {
    const view = edited({}, { handlers: [handler] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Kept');
    await save(view, dialog);
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
    expect(saveButton(dialog)).toBeEnabled();
  });

  test('for a login that has run out leaves what was typed, until one logs in', async () => {
    const view = edited({}, { handlers: [refuse(AMEND, 'UNAUTHENTICATED', 'Please log in.')] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Kept');
    await save(view, dialog);
    expect(await findInPlace('Please log in.')).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
    await view.user.click(dialog.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('where the expense was changed meanwhile offers its new state, under what was typed', async () => {
    const bodies: unknown[] = [];
    const view = edited(
      {},
      {
        handlers: [
          answer(AMEND, ({ body }) => {
            bodies.push(body);
            if (bodies.length === 1) return refusal('VERSION_CONFLICT', 'Changed in the meantime.');
            return { message: 'ok', expense: claim };
          }),
        ],
      },
    );
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Mine');
    view.expenses[0] = { ...claim, revision: 6, type: 'Other', justification: 'Theirs' };
    await save(view, dialog);
    expect(await dialog.findByText(/^This expense was changed in the meantime/)).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Load the new state' }));
    const notice = await dialog.findByText(/^The new state is loaded/);
    expect(notice).toBeVisible();
    expect(document.activeElement).toContainElement(notice);
    expect(dialog.getByLabelText('Category')).toHaveValue('Other');
    expect(dialog.getByLabelText('Justification')).toHaveValue('Mine');
    await expectAccessible();
    await save(view, dialog);
    await waitFor(() => expect(bodies[1]).toEqual({ revision: 6, metadata: { justification: 'Mine' } }));
  });

  test('where it was paid meanwhile closes the fields, with what was typed still in them', async () => {
    const view = edited({}, { handlers: [refuse(AMEND, 'VERSION_CONFLICT', 'Changed in the meantime.')] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Mine');
    view.expenses[0] = { ...claim, revision: 6, status: 'paid' };
    await save(view, dialog);
    await view.user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    expect(await dialog.findByText('Paid expenses cannot be edited')).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Mine');
    expect(dialog.getByLabelText('Justification')).toBeDisabled();
    expect(saveButton(dialog)).toBeDisabled();
  });

  test('is sent once, however often it is pressed', async () => {
    const view = edited({}, { handlers: [hang(AMEND)] });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Justification', 'Once');
    await save(view, dialog);
    expect(saveButton(dialog)).toBeDisabled();
  });
});
