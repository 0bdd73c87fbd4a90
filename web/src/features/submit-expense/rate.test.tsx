import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, expectAccessible, refusal } from '#app/testing';
import { localToday } from '#lib/local-today';
import { attach, CREATE, field, fillClaim, pdf, RATE, rateOf, REVISE, saves, showForm, submitButton } from './testing';

const PATH = '/submit-expense';
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Override exchange rate' }));
const apply = async () => (await dialog()).getByRole('button', { name: 'Apply Override' });

describe('the exchange rate', () => {
  test('is 1 for the reimbursement currency, without a request', async () => {
    const view = showForm(PATH);
    await view.user.type(await field('Amount'), '12.5');
    expect(screen.getByText('1.0000')).toBeVisible();
    expect(screen.getByText('12.50 EUR')).toBeVisible();
  });

  test('is requested after a pause in typing, and shows source and date', async () => {
    const asked: string[] = [];
    const view = showForm(PATH, [
      answer(RATE, ({ query }) => {
        asked.push(query.toString());
        return rateOf(0.923456);
      }),
    ]);
    await fillClaim(view);
    await view.user.selectOptions(await field('Currency'), 'GBP');
    await view.user.selectOptions(await field('Currency'), 'USD');
    expect(screen.getByText('Fetching the exchange rate...')).toBeVisible();
    expect(await screen.findByText('0.9235')).toBeVisible();
    expect(screen.getByText('fetched (automatic)')).toBeVisible();
    expect(screen.getByText('European Central Bank, 5 Mar 2026')).toBeVisible();
    expect(screen.getByText('92.35 EUR')).toBeVisible();
    expect(asked).toEqual([`from=USD&to=EUR&date=${localToday()}`]);
  });

  test.each([
    ['stale', /no rate within a week/],
    ['provisional', /not published yet/],
  ] as const)('says when it is %s', async (what, text) => {
    const view = showForm(PATH, [answer(RATE, rateOf(0.9, { [what]: true }))]);
    await fillClaim(view, { currency: 'USD' });
    expect(await screen.findByText(text)).toBeVisible();
  });

  test.each([
    ['there is none', 'RATE_NOT_AVAILABLE', 'No rate for USD on this day.'],
    ['its service is away', 'SERVICE_UNAVAILABLE', 'Rates are away. Please try again.'],
  ] as const)('can be asked for again where %s, and nothing typed is lost', async (_, code, message) => {
    let broken = true;
    const view = showForm(PATH, [answer(RATE, () => (broken ? refusal(code, message) : rateOf(0.9)))]);
    await fillClaim(view, { currency: 'USD' });
    expect(await screen.findByText(message)).toBeVisible();
    expect(await field('Justification')).toHaveValue('Lunch with the auditors');
    expect(await field('Amount')).toHaveValue('100');
    broken = false;
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('90.00 EUR')).toBeVisible();
    expect(await field('Justification')).toHaveValue('Lunch with the auditors');
  });
});

describe('overriding the rate', () => {
  async function openDialog(
    role: 'partner' | 'team_member' = 'partner',
    ...handlers: Parameters<typeof showForm>[1] & object
  ) {
    const view = showForm(PATH, handlers, { role });
    await fillClaim(view, { currency: 'USD' });
    await screen.findByText('90.00 EUR');
    const button = screen.queryByRole('button', { name: 'Override rate' });
    if (button) await view.user.click(button);
    return { view, button };
  }

  test('is not offered to team members', async () => {
    expect((await openDialog('team_member')).button).toBeNull();
  });

  test('by the amount paid calculates the rate, and is sent with its reason', async () => {
    const { handler, fields } = saves(CREATE);
    const { view } = await openDialog('partner', handler);
    expect((await dialog()).getByText(/0.855 to 0.945, or 85.50 to 94.50 EUR/)).toBeVisible();
    expect(await apply()).toBeDisabled();
    await view.user.type((await dialog()).getByLabelText('Amount actually paid (EUR)'), '92.5');
    expect((await dialog()).getByLabelText('Exchange rate (USD to EUR)')).toHaveValue('0.925000');
    expect((await dialog()).getByText('+2.78%')).toBeVisible();
    expect(await apply()).toBeDisabled();
    await view.user.type((await dialog()).getByLabelText('Reason'), 'Card statement');
    await expectAccessible();
    await view.user.click(await apply());

    expect(await screen.findByText('OVERRIDDEN')).toBeVisible();
    expect(screen.getByText('Original fetched rate: 0.9000')).toBeVisible();
    expect(screen.getByText('92.50 EUR')).toBeVisible();
    await attach(view, pdf());
    await view.user.click(await submitButton());
    await waitFor(() =>
      expect(fields()).toMatchObject({
        fetched_exchange_rate: '0.9',
        exchange_rate: '0.925',
        override_exchange_rate: '0.925',
        override_reason: 'Card statement',
        reimbursement_amount: '92.50',
      }),
    );
  });

  test('by the amount paid reimburses exactly that, with as many digits of the rate as it needs', async () => {
    const { handler, fields } = saves(CREATE);
    const view = showForm(PATH, [handler, answer(RATE, rateOf(0.00065))], { role: 'partner' });
    await fillClaim(view, { currency: 'NGN' });
    await view.user.clear(await field('Amount'));
    await view.user.type(await field('Amount'), '182,150.00');
    await view.user.click(await screen.findByRole('button', { name: 'Override rate' }));
    await view.user.type((await dialog()).getByLabelText('Amount actually paid (EUR)'), '121');
    expect((await dialog()).getByLabelText('Exchange rate (NGN to EUR)')).toHaveValue('0.000664287');
    expect((await dialog()).getByText('+2.20%')).toBeVisible();
    await view.user.type((await dialog()).getByLabelText('Reason'), 'Card statement');
    await view.user.click(await apply());

    expect(await screen.findByText('121.00 EUR')).toBeVisible();
    await attach(view, pdf());
    await view.user.click(await submitButton());
    await waitFor(() =>
      expect(fields()).toMatchObject({
        amount: '182150.00',
        override_exchange_rate: '0.000664287',
        reimbursement_amount: '121.00',
      }),
    );
  });

  test('by the rate calculates the amount', async () => {
    const { view } = await openDialog();
    await view.user.type((await dialog()).getByLabelText('Exchange rate (USD to EUR)'), '0.945');
    expect((await dialog()).getByLabelText('Amount actually paid (EUR)')).toHaveValue('94.50');
    expect((await dialog()).getByText('+5.00%')).toBeVisible();
  });

  test('requires at most 5% deviation and a reason', async () => {
    const { view } = await openDialog();
    const rate = (await dialog()).getByLabelText('Exchange rate (USD to EUR)');
    await view.user.type(rate, '0.945001');
    expect((await dialog()).getByText('Override rate exceeds the ±5% limit or is invalid')).toBeVisible();
    expect((await dialog()).getByText('+5.00% (Exceeds ±5% limit)')).toBeVisible();
    await view.user.click((await dialog()).getByLabelText('Reason'));
    await view.user.tab();
    expect((await dialog()).getByText('Please provide a reason for the override')).toBeVisible();
    await view.user.type((await dialog()).getByLabelText('Reason'), 'Card statement');
    expect(await apply()).toBeDisabled();
    await view.user.clear(rate);
    await view.user.type(rate, '0');
    expect(await apply()).toBeDisabled();
    await view.user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('fetched (automatic)')).toBeVisible();
  });

  test('applies only to its amount, returns with that amount, and can be removed', async () => {
    const { handler, fields } = saves(REVISE);
    const stored = anExpense({
      date: localToday(),
      type: 'IT',
      amount: 100,
      override_exchange_rate: 0.92,
      override_reason: 'Card',
      no_receipt: true,
    });
    const view = showForm('/submit-expense?edit=EXP-0001', [handler, answer('GET /api/expenses', [stored])], {
      role: 'partner',
    });
    expect(await screen.findByText('OVERRIDDEN')).toBeVisible();
    await view.user.type(await field('Amount'), '{Backspace}{Backspace}5');
    expect(await screen.findByText(/no longer applies/)).toBeVisible();
    expect(screen.queryByText('OVERRIDDEN')).toBeNull();
    await view.user.clear(await field('Amount'));
    await view.user.type(await field('Amount'), '100');
    expect(await screen.findByText('OVERRIDDEN')).toBeVisible();

    await view.user.click(screen.getByRole('button', { name: 'Use the fetched rate' }));
    expect(screen.getByText('90.00 EUR')).toBeVisible();
    await view.user.click(await submitButton());
    await waitFor(() => expect(fields()).toMatchObject({ exchange_rate: '0.9' }));
    expect(fields()).not.toHaveProperty('override_exchange_rate');
  });
});
