import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { expectAccessible, findToast } from '#app/testing';
import { localToday } from '#lib/local-today';
import { SLOW } from '#panel/testing';
import { edited, findDialog, openDialog, write, withoutDebounce, saveButton, save } from './testing';

describe('editing an expense', () => {
  test('shows the current values and disables Save until something changes', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    expect(dialog.getByText('EXP-0001, Ada Okafor')).toBeVisible();
    expect(dialog.getByLabelText('Amount')).toHaveValue('250.00');
    expect(dialog.getByLabelText('Currency')).toHaveValue('USD');
    expect(dialog.getByLabelText('Date')).toHaveValue('2026-03-05');
    expect(dialog.getByLabelText('Category')).toHaveValue('Restaurant');
    expect(dialog.getByLabelText('Classification')).toHaveValue('support');
    expect(dialog.getByLabelText('Reimbursement amount (EUR)')).toHaveValue('225.00');
    expect(dialog.getByText('250.00 USD × 0.9000 = 225.00 EUR')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
    await write(view, dialog, 'Amount', '250');
    expect(saveButton(dialog)).toBeDisabled();
    await expectAccessible();
  });

  test('sends only changed fields with the opened revision, and updates the list', async () => {
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

  test('a changed amount updates the reimbursement, which the server computes', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', '100.5');
    expect(dialog.getByText('100.50 USD × 0.9000 = 90.45 EUR')).toBeVisible();
    expect(dialog.getByLabelText('Reimbursement amount (EUR)')).toHaveValue('90.45');
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, original: { amount: 100.5 } }]));
  });

  test.each([['0'], ['-1'], ['1.0051'], ['']])('rejects an amount of "%s"', async (amount) => {
    const view = edited();
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', amount);
    await view.user.tab();
    expect(dialog.getByText('Amount must be greater than 0, with at most two decimals.')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
  });

  test('another currency, by its code, fetches its rate', async () => {
    const view = edited();
    const dialog = await openDialog(view);
    await view.user.selectOptions(dialog.getByLabelText('Currency'), 'OTHER');
    await write(view, dialog, 'Currency code', 'jp');
    await view.user.tab();
    expect(dialog.getByText('Please enter a valid 3-letter currency code (e.g., USD, EUR)')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
    await withoutDebounce(() => write(view, dialog, 'Currency code', 'jpy'));
    expect(dialog.getByLabelText('Currency code')).toHaveValue('JPY');
    expect(await dialog.findByText('250.00 JPY × 0.8000 = 200.00 EUR')).toBeVisible();
    expect(view.asked).toEqual(['from=JPY&to=EUR&date=2026-03-05']);
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, original: { currency: 'JPY' } }]));
  });

  test('another date fetches its rate and must be in the allowed range', async () => {
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
    await withoutDebounce(() => write(view, dialog, 'Date', today));
    expect(await dialog.findByText('250.00 USD × 0.8000 = 200.00 EUR')).toBeVisible();
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, today, original: { date: today } }]));
  });

  test('a date that has become too old does not block other corrections', async () => {
    const view = edited({ date: '2001-01-01' });
    const dialog = await openDialog(view);
    await write(view, dialog, 'Amount', '10');
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, original: { amount: 10 } }]));
  });
});

describe('opening the edit dialog', () => {
  test('works from the list and with the key e, which is not typed into a field', async () => {
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

  test('is disabled for a paid expense, with the reason', async () => {
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

describe('VAT', () => {
  const LABEL = 'VAT amount (EUR)';
  const inEuro = { currency: 'EUR', vat_amount: 19, exchange_rate: 1, fetched_exchange_rate: 1 } as const;

  test('is hidden and cleared when it no longer applies', async () => {
    const view = edited(inEuro);
    const dialog = await openDialog(view);
    expect(dialog.getByLabelText(LABEL)).toHaveValue('19.00');
    await view.user.selectOptions(dialog.getByLabelText('Classification'), 'Investment');
    expect(dialog.queryByLabelText(LABEL)).toBeNull();
    await save(view, dialog);
    await waitFor(() =>
      expect(view.bodies).toEqual([{ revision: 4, metadata: { classification: 'investment', vat_amount: null } }]),
    );
  });

  test('must be a number of 0 or more, and can be removed', async () => {
    const view = edited(inEuro);
    const dialog = await openDialog(view);
    await write(view, dialog, LABEL, '-1');
    expect(dialog.getByText('Please enter a valid VAT amount (must be a positive number)')).toBeVisible();
    await write(view, dialog, LABEL, '9999');
    expect(dialog.getByText('Please enter a valid VAT amount (must not be greater than the amount)')).toBeVisible();
    expect(saveButton(dialog)).toBeDisabled();
    await write(view, dialog, LABEL, '');
    await save(view, dialog);
    await waitFor(() => expect(view.bodies).toEqual([{ revision: 4, metadata: { vat_amount: null } }]));
  });

  test('cannot be claimed without a receipt', async () => {
    const dialog = await openDialog(edited({ ...inEuro, vat_amount: null, no_receipt: true }));
    expect(dialog.getByLabelText(LABEL)).toBeDisabled();
    expect(dialog.getByText('VAT cannot be claimed without a receipt')).toBeVisible();
  });
});
