import { describe, expect, test } from '@jest/globals';
import { webcrypto } from 'node:crypto';
import { addDays, monthsBefore, receiptMessages } from '@outlay/rules';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { anExpense, answer, breakDown, expectAccessible, noAnswer, refusal, refuse, skipTime } from '#app/testing';
import { localToday } from '#lib/local-today';
import {
  attach,
  classify,
  CREATE,
  draftButton,
  field,
  fillClaim,
  gif,
  pdf,
  saves,
  showForm,
  submitButton,
} from './testing';

const PATH = '/submit-expense';
const alerts = async () => (await screen.findAllByRole('alert')).map((alert) => alert.textContent);

describe('submitting an expense', () => {
  test('sends the form with receipt and today’s date, shows a message, and returns to the list', async () => {
    const { handler, fields, calls } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    expect(await screen.findByRole('heading', { name: 'Submit Expense', level: 1 })).toBeVisible();
    await fillClaim(view);
    await attach(view, pdf());
    await skipTime(2000, async () => {
      await view.user.click(await submitButton());
      expect(await screen.findByText('Expense submitted successfully!')).toBeVisible();
      expect(await submitButton()).toBeDisabled();
      expect(view.path()).toBe(PATH);
    });
    await waitFor(() => expect(view.path()).toBe('/my-expenses'));
    const { receipt, ...sent } = fields();
    expect(sent).toEqual({
      date: localToday(),
      type: 'Restaurant',
      justification: 'Lunch with the auditors',
      amount: '100.00',
      currency: 'EUR',
      status: 'submitted',
      classification: 'investment',
      no_receipt: 'false',
      exchange_rate: '1',
      reimbursement_amount: '100.00',
      fetched_exchange_rate: '1',
      reimbursement_currency: 'EUR',
      today: localToday(),
    });
    expect((receipt as File).name).toBe('dinner.pdf');
    expect(calls).toHaveLength(1);
  });

  test('a draft may be almost empty', async () => {
    const { handler, fields } = saves(CREATE, { status: 'draft' });
    const view = showForm(PATH, [handler]);
    await view.user.type(await field('Justification'), 'Later');
    await view.user.click(await draftButton());
    expect(await screen.findByText('Expense saved as draft successfully!')).toBeVisible();
    expect(fields()).toEqual({
      date: localToday(),
      justification: 'Later',
      currency: 'EUR',
      status: 'draft',
      no_receipt: 'false',
      exchange_rate: '1',
      fetched_exchange_rate: '1',
      reimbursement_currency: 'EUR',
      today: localToday(),
    });
  });

  test('a draft may lack a currency code and VAT that were asked for', async () => {
    const { handler, fields } = saves(CREATE, { status: 'draft' });
    const view = showForm(PATH, [handler]);
    await classify(view, 'support');
    await view.user.click(await field('VAT amount (EUR)'));
    await view.user.selectOptions(await field('Currency'), 'OTHER');
    await view.user.click(await field('Currency code'));
    await view.user.tab();
    await view.user.click(await draftButton());
    expect(await screen.findByText('Expense saved as draft successfully!')).toBeVisible();
    expect(fields()).not.toHaveProperty('vat_amount');
  });

  test('a possible duplicate is shown in the success message and in a banner', async () => {
    const duplicate_warning = { expense_id: 'EXP-OLD', justification: 'Same lunch', message: 'It looks like EXP-OLD.' };
    const view = showForm(PATH, [
      answer(CREATE, { message: 'Saved', expense: anExpense({ status: 'draft' }), duplicate_warning }),
    ]);
    await view.user.click(await draftButton());
    expect(await screen.findByText('Expense saved as draft successfully! It looks like EXP-OLD.')).toBeVisible();
    expect(screen.getByText('Similar expense: EXP-OLD – Same lunch')).toBeVisible();
    await expectAccessible();
  });

  test('a receipt of another person’s claim is a warning that names no expense', async () => {
    const message = 'This receipt was submitted before.';
    const duplicate_warning = { expense_id: null, justification: null, message };
    const view = showForm(PATH, [
      answer(CREATE, { message: 'Saved', expense: anExpense({ status: 'draft' }), duplicate_warning }),
    ]);
    await view.user.click(await draftButton());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText(/^Similar expense/)).toBeNull();
  });

  test('lists missing fields beside the disabled button until the form is complete', async () => {
    const view = showForm(PATH);
    expect(await submitButton()).toBeDisabled();
    expect(await submitButton()).toHaveAccessibleDescription(
      'Still missing: category, justification, amount, classification, and receipt',
    );
    await fillClaim(view);
    expect(await submitButton()).toBeEnabled();
    expect(await submitButton()).toHaveAccessibleDescription('Still missing: receipt');
    await expectAccessible();
  });

  test('proposes today, and counts an invalid date among what is missing', async () => {
    const view = showForm(PATH);
    expect(await field('Date')).toHaveValue(localToday());
    await fillClaim(view, { date: addDays(localToday(), 2) });
    expect(await submitButton()).toHaveAccessibleDescription('Still missing: a valid date and receipt');
    fireEvent.change(await field('Date'), { target: { value: localToday() } });
    expect(await submitButton()).toHaveAccessibleDescription('Still missing: receipt');
  });

  test('warns of a duplicate as soon as the figures or the receipt are there, until they change', async () => {
    // jsdom cannot hash.
    Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle });
    const asked: Record<string, string>[] = [];
    const figures = { expense_id: 'EXP-0007', justification: 'Lunch', message: 'EXP-0007 has the same figures.' };
    const receipt = { expense_id: null, justification: null, message: 'This receipt was submitted before.' };
    const view = showForm(PATH, [
      answer('GET /api/expenses/duplicate-warning', ({ query }) => {
        asked.push(Object.fromEntries(query));
        return {
          same_figures: query.get('date') === localToday() ? figures : null,
          same_receipt: query.has('receipt_sha256') ? receipt : null,
        };
      }),
    ]);
    await fillClaim(view);
    expect(await screen.findByText(figures.message, {}, { timeout: 5000 })).toBeVisible();
    expect(screen.getByText('Lunch')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Look at EXP-0007' });
    expect(link).toHaveAttribute('href', '/my-expenses?expense=EXP-0007');
    expect(link).toHaveAttribute('target', '_blank');
    await expectAccessible();
    expect(asked.at(-1)).toEqual({ date: localToday(), amount: '100.00', currency: 'EUR' });
    const before = asked.length;
    fireEvent.change(await field('Date'), { target: { value: addDays(localToday(), -1) } });
    await waitFor(() => expect(screen.queryByText(figures.message)).toBeNull(), { timeout: 5000 });
    await attach(view, pdf());
    expect(await screen.findByText(receipt.message, {}, { timeout: 5000 })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Look at/ })).toBeNull();
    expect(await submitButton()).toBeEnabled();
    expect(asked.length - before).toBeLessThanOrEqual(2);
    expect(asked.at(-1)?.receipt_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('a message of the server about what was typed goes when that is changed', async () => {
    const view = showForm(PATH, [refuse(CREATE, 'INVALID_INPUT', 'The amount is refused.')]);
    await fillClaim(view);
    await attach(view, pdf());
    await view.user.click(await submitButton());
    expect(await screen.findByText(/The amount is refused/)).toBeVisible();
    fireEvent.change(await field('Amount'), { target: { value: '90' } });
    await waitFor(() => expect(screen.queryByText(/The amount is refused/)).toBeNull());
  });
});

describe('the receipt', () => {
  test('is required of team members, with a message', async () => {
    const view = showForm(PATH);
    expect(await screen.findByText('Receipt upload is required for all expense submissions')).toBeVisible();
    await fillClaim(view);
    await view.user.click(await submitButton());
    expect(await alerts()).toEqual([
      'Receipt is required for submission. Use "Save as Draft" to save without receipt.',
    ]);
  });

  test('takes the sentence that it is required away, and keeps the focus in the form', async () => {
    const view = showForm(PATH);
    expect(await screen.findByText('Receipt upload is required for all expense submissions')).toBeVisible();
    await attach(view, pdf());
    expect(await screen.findByText('dinner.pdf')).toBeVisible();
    expect(screen.queryByText('Receipt upload is required for all expense submissions')).toBeNull();
    await waitFor(() => expect(screen.getByLabelText('Replace')).toHaveFocus());
    await view.user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Take Photo')));
  });

  test('may be replaced by a partner’s declaration, which also disables VAT', async () => {
    const { handler, fields } = saves(CREATE);
    const view = showForm(PATH, [handler], { role: 'partner' });
    await fillClaim(view, { classification: 'mix' });
    await view.user.type(await field('VAT amount (EUR)'), '19');
    await view.user.click(await submitButton());
    expect(await alerts()).toEqual([
      "Receipt is required for submission. You can either upload a receipt or declare on your honor that you don't have one.",
    ]);

    await view.user.click(await field(/on my honor/));
    expect(await field('VAT amount (EUR)')).toBeDisabled();
    expect(await field('VAT amount (EUR)')).toHaveValue('');
    expect(screen.getByText('VAT cannot be claimed without a receipt')).toBeVisible();
    await view.user.click(await submitButton());
    await waitFor(() => expect(fields().no_receipt).toBe('true'));
    expect(fields().vat_amount).toBeUndefined();
  });

  test('clears the declaration, and can be replaced and removed', async () => {
    const view = showForm(PATH, [], { role: 'partner' });
    await view.user.click(await field(/on my honor/));
    await attach(view, pdf());
    expect(await screen.findByText('dinner.pdf')).toBeVisible();
    expect(await field(/on my honor/)).not.toBeChecked();
    expect(await field(/on my honor/)).toBeDisabled();

    await attach(view, gif('other.gif'));
    expect(await screen.findByText('other.gif')).toBeVisible();
    await expectAccessible();
    await view.user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.queryByText('other.gif')).toBeNull();
    expect(await screen.findByLabelText('Take Photo')).toHaveAttribute('capture', 'environment');
    expect(await field(/on my honor/)).toBeEnabled();
  });

  test.each([
    [
      'over 10 MB',
      pdf(10_485_761),
      'File size (10.00MB) exceeds the 10MB limit. Please compress or choose a smaller file.',
    ],
    ['of another type', new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), receiptMessages.type],
  ])('a file %s is refused', async (_, file, message) => {
    const view = showForm(PATH);
    const input = await screen.findByLabelText('Upload File');
    fireEvent.change(input, { target: { files: [file] } });
    expect(await alerts()).toEqual([message]);
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(view.path()).toBe(PATH);
  });

  test('a file of exactly 10 MB and a photo of unknown type are accepted', async () => {
    const view = showForm(PATH);
    await attach(view, pdf(10_485_760));
    expect(await screen.findByText('dinner.pdf')).toBeVisible();
    const photo = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_1.HEIC');
    fireEvent.change(screen.getByLabelText('Replace'), { target: { files: [photo] } });
    expect(await screen.findByText('IMG_1.HEIC')).toBeVisible();
  });

  test.each(['application/octet-stream', 'application/x-pdf', 'text/plain', ''])(
    'a PDF that the browser calls "%s" is sent as what it is',
    async (type) => {
      const { handler, fields } = saves(CREATE);
      const view = showForm(PATH, [handler]);
      const input = await screen.findByLabelText('Upload File');
      fireEvent.change(input, { target: { files: [pdf(9, type)] } });
      await screen.findByText('dinner.pdf');
      await view.user.click(await draftButton());
      await waitFor(() => expect(fields().receipt).toMatchObject({ type: 'application/pdf', size: 9 }));
    },
  );

  test('may be dropped anywhere on the page, or pasted', async () => {
    showForm(PATH);
    await screen.findByLabelText('Upload File');
    fireEvent.dragOver(window, { dataTransfer: { types: ['Files'] } });
    expect(await screen.findByText('Drop the receipt here')).toBeVisible();
    fireEvent.drop(document.body, { dataTransfer: { files: [pdf()] } });
    expect(await screen.findByText('dinner.pdf')).toBeVisible();
    expect(screen.queryByText('Drop the receipt here')).toBeNull();
    fireEvent.paste(document.body, {
      clipboardData: { files: [gif('pasted.gif')] },
    });
    expect(await screen.findByText('pasted.gif')).toBeVisible();
  });
});

describe('the fields', () => {
  test.each([
    ['tomorrow', addDays(localToday(), 1), 'Future dates are not allowed. Please select today or an earlier date.'],
    [
      'more than 12 months ago',
      addDays(monthsBefore(localToday(), 12), -1),
      'Dates older than 12 months are not allowed. Please select a more recent date.',
    ],
  ])('a date of %s is an error at once and on submit', async (_, date, message) => {
    const view = showForm(PATH);
    await fillClaim(view, { date });
    expect(await alerts()).toEqual([message]);
    await attach(view, pdf());
    await view.user.click(await submitButton());
    expect(await alerts()).toEqual([message, `Cannot submit expense with invalid date. ${message}`]);
  });

  test('the date field offers only allowed days', async () => {
    showForm(PATH);
    expect(await field('Date')).toHaveAttribute('max', localToday());
    expect(await field('Date')).toHaveAttribute('min', monthsBefore(localToday(), 12));
  });

  test('a currency that has ended is taken for a day on which it was in use', async () => {
    const view = showForm(PATH);
    await fillClaim(view, { currency: 'OTHER' });
    await view.user.type(await field('Currency code'), 'bgn');
    expect(await alerts()).toEqual(['BGN ended on 2025-12-31. Please check the currency and the date.']);
    fireEvent.change(await field('Date'), { target: { value: '2025-12-31' } });
    expect(await submitButton()).toHaveAccessibleDescription('Still missing: receipt');
  });

  test('another currency takes a three-letter code in capitals', async () => {
    const { handler, fields } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await fillClaim(view, { currency: 'OTHER' });
    const code = await field('Currency code');
    expect(await submitButton()).toHaveAccessibleDescription('Still missing: currency and receipt');
    await view.user.type(code, 'jp');
    await view.user.tab();
    expect(await alerts()).toEqual(['Please enter a valid 3-letter currency code (e.g., USD, EUR)']);
    await view.user.click(await draftButton());
    expect(await alerts()).toHaveLength(2);

    await view.user.type(code, 'y');
    expect(code).toHaveValue('JPY');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await attach(view, pdf());
    await view.user.click(await submitButton());
    await waitFor(() => expect(fields()).toMatchObject({ currency: 'OTHER', currency_other: 'JPY' }));
  });

  test('VAT is required for support or mix in EUR except travel, and cleared otherwise', async () => {
    const view = showForm(PATH);
    await fillClaim(view, { classification: 'support' });
    await view.user.type(await field('VAT amount (EUR)'), '-1');
    expect(await alerts()).toEqual(['Please enter a valid VAT amount (must be a positive number)']);
    expect(await submitButton()).toBeDisabled();
    await view.user.clear(await field('VAT amount (EUR)'));
    await view.user.type(await field('VAT amount (EUR)'), '99999');
    expect(await alerts()).toEqual(['Please enter a valid VAT amount (must not be greater than the amount)']);
    expect(await submitButton()).toBeDisabled();
    await classify(view, 'investment');
    expect(screen.queryByLabelText('VAT amount (EUR)')).toBeNull();
    await classify(view, 'support');
    expect(await field('VAT amount (EUR)')).toHaveValue('');
    for (const [name, value] of [
      ['Currency', 'USD'],
      ['Category', 'Hotel'],
    ] as const) {
      const select = await field(name);
      const before = (select as HTMLSelectElement).value;
      await view.user.selectOptions(select, value);
      expect(screen.queryByLabelText('VAT amount (EUR)')).toBeNull();
      await view.user.selectOptions(select, before);
      expect(await field('VAT amount (EUR)')).toHaveValue('');
    }
    await view.user.type(await field('VAT amount (EUR)'), '0');
    expect(await submitButton()).toBeEnabled();
  });

  test('an amount below zero or finer than a cent is an error, even in a draft', async () => {
    const view = showForm(PATH);
    await view.user.type(await field('Amount'), '1.0051');
    await view.user.click(await draftButton());
    const message = 'Amount must be a number of 0 or more with at most two decimals.';
    expect(await alerts()).toEqual([message, message]);
    await view.user.clear(await field('Amount'));
    await view.user.type(await field('Amount'), '-1');
    expect(await alerts()).toContain(message);
  });
});

describe('a save that fails', () => {
  test.each([
    [refuse(CREATE, 'INVALID_INPUT', 'Too odd.'), 'Invalid data: Too odd.'],
    [breakDown(CREATE, 400), 'Invalid data: Please check all fields'],
    [refuse(CREATE, 'INTERNAL', 'Broken.'), 'Server error: Broken.'],
    [breakDown(CREATE, 500), 'Server error: Please try again later'],
    [refuse(CREATE, 'SERVICE_UNAVAILABLE', 'A part is down.'), 'Error saving draft: A part is down.'],
    [breakDown(CREATE, 418), 'Error saving draft. Please try again.'],
    [noAnswer(CREATE), 'Network error. Check if backend server is running.'],
  ])('shows the specified message, %#: %p', async (handler, message) => {
    const view = showForm(PATH, [handler]);
    await view.user.type(await field('Justification'), 'Kept');
    await view.user.click(await draftButton());
    expect(await alerts()).toEqual([message]);
    expect(await field('Justification')).toHaveValue('Kept');
    expect(await draftButton()).toBeEnabled();
  });

  test('names the action that failed', async () => {
    const view = showForm(PATH, [refuse(CREATE, 'TOO_MANY_REQUESTS', 'Slow down.')]);
    await fillClaim(view);
    await attach(view, pdf());
    await view.user.click(await submitButton());
    expect(await alerts()).toEqual(['Error submitting: Slow down.']);
  });

  test('with an expired session keeps the form and offers to log in', async () => {
    const view = showForm(PATH, [refuse(CREATE, 'UNAUTHENTICATED', 'Please log in.')]);
    await view.user.type(await field('Justification'), 'Kept');
    await view.user.click(await draftButton());
    expect((await alerts())[0]).toContain('Authentication failed. Please log in again.');
    expect(await field('Justification')).toHaveValue('Kept');
    await view.user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('is retried with the same idempotency key until the content changes', async () => {
    const keys: (string | null)[] = [];
    const view = showForm(PATH, [
      answer(CREATE, ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return refusal('SERVICE_UNAVAILABLE', 'A part is down.');
      }),
    ]);
    const save = async (times: number) => {
      await view.user.click(await draftButton());
      await waitFor(() => expect(keys).toHaveLength(times));
      await waitFor(async () => expect(await draftButton()).toBeEnabled());
    };
    await attach(view, pdf());
    await save(1);
    await save(2);
    await view.user.type(await field('Justification'), 'Dinner');
    await save(3);
    const [first, again, changed] = keys;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(changed).not.toBe(first);
  });
});
