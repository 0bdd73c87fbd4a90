import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { answer, aUser, refusal } from '#app/testing';
import { BOSS } from '#panel/testing';
import { RATE, overridden, rateOf, edited, openDialog, write, chooseCurrency, saveButton, save } from './testing';

describe('the reimbursement', () => {
  const LABEL = 'Reimbursement amount (EUR)';

  test.each([
    ['236.25', '+5.00% from the fetched rate', 'text-approved'],
    ['213.75', '-5.00% from the fetched rate', 'text-approved'],
    ['236.30', '+5.02% from the fetched rate, more than 5%', 'text-rejected'],
    ['202.50', '-10.00% from the fetched rate, more than 5%', 'text-rejected'],
  ])('a reimbursement of %s shows its deviation from the fetched rate: %s', async (amount, text, look) => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, LABEL, amount);
    expect(dialog.getByText(text)).toHaveClass(look);
  });

  test('a manual reimbursement requires a reason, which is sent with it', async () => {
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

  test('a manual reimbursement must be positive and can be reset to amount times rate', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, 'Reason', 'Nothing');
    await write(view, dialog, LABEL, '0');
    await view.user.tab();
    expect(dialog.getByText('Reimbursement amount must be greater than 0, with at most two decimals.')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Use this amount' }));
    expect(dialog.getByLabelText(LABEL)).toHaveValue('225.00');
    expect(saveButton(dialog)).toBeDisabled();
  });

  test('announces that a manual reimbursement will be recomputed', async () => {
    const view = edited({ reimbursement_amount: 230, reimbursement_reason: 'Bank statement' });
    const dialog = await openDialog(view);
    expect(dialog.getByLabelText(LABEL)).toHaveValue('230.00');
    await write(view, dialog, 'Amount', '100');
    expect(dialog.getByText(/set by hand \(Bank statement\)/)).toBeVisible();
    expect(dialog.getByLabelText(LABEL)).toHaveValue('90.00');
  });
});

describe('the rate', () => {
  const WARNINGS = [
    ['stale', /no rate within a week/],
    ['provisional', /not published yet/],
  ] as const;

  test('shows its source and date', async () => {
    const dialog = await openDialog(edited({ rate_source: 'peg × ECB' }));
    expect(dialog.getByText('fixed peg × European Central Bank, 5 Mar 2026')).toBeVisible();
    expect(dialog.queryByRole('status')).toBeNull();
  });

  test.each(WARNINGS)('warns that the saved rate is %s', async (what, text) => {
    const dialog = await openDialog(edited({ [`rate_${what}`]: true }));
    expect(dialog.getByText(text)).toBeVisible();
  });

  test.each(WARNINGS)('warns that the rate of another currency is %s', async (what, text) => {
    const view = edited({}, { handlers: [answer(RATE, rateOf(0.8, { [what]: true }))] });
    const dialog = await openDialog(view);
    expect(dialog.queryByText(text)).toBeNull();
    await chooseCurrency(view, dialog, 'GBP');
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
    await chooseCurrency(view, dialog, 'GBP');
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
    isUp = true;
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('250.00 GBP × 0.8000 = 200.00 EUR')).toBeVisible();
    expect(dialog.getByLabelText('Justification')).toHaveValue('Kept');
  });
});

test('of an owner whose account has another currency now says which one stays', async () => {
  const view = edited({}, { users: [BOSS, aUser({ reimbursement_currency: 'USD' })] });
  const dialog = await openDialog(view);
  const notice =
    'Ada Okafor is reimbursed in USD now. This claim stays in EUR: only its owner converts it, by saving it again.';
  expect(await dialog.findByText(notice)).toBeVisible();
});

describe('an override', () => {
  const CLEAR = 'Clear the override and use the fetched rate';

  test('can be cleared, after showing the effect', async () => {
    const view = edited({ ...overridden, reimbursement_amount: 230 });
    const dialog = await openDialog(view);
    expect(dialog.getByText('250.00 USD × 0.9200 = 230.00 EUR')).toBeVisible();
    expect(dialog.getByText('+2.22% from the fetched rate')).toBeVisible();
    await view.user.click(dialog.getByLabelText(CLEAR));
    expect(dialog.getByText(/^The reimbursement will be amount × fetched rate/)).toBeVisible();
    expect(dialog.getByLabelText('Reimbursement amount (EUR)')).toHaveValue('225.00');
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, clear_override: true }]));
  });

  test('is removed when the currency changes', async () => {
    const view = edited(overridden);
    const dialog = await openDialog(view);
    await chooseCurrency(view, dialog, 'KES');
    expect(dialog.getByText(/given for another currency or date: it is cleared/)).toBeVisible();
    expect(dialog.queryByLabelText(CLEAR)).toBeNull();
    await save(view, dialog);
    await waitFor(() =>
      expect(view.bodies).toEqual([{ revision: 4, original: { currency: 'KES' }, clear_override: true }]),
    );
  });

  test('is not mentioned if there is none', async () => {
    const dialog = await openDialog(edited());
    expect(dialog.queryByLabelText(CLEAR)).toBeNull();
  });
});
