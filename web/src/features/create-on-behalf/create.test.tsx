import { describe, expect, test } from '@jest/globals';
import { RECEIPT_MAX_BYTES } from '@outlay/rules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import {
  answer,
  anExpense,
  aUser,
  breakDown,
  expectAccessible,
  findInPlace,
  findToast,
  refusal,
  refuse,
  withoutDelay,
} from '#app/testing';
import { localToday } from '#lib/local-today';
import { BOSS, renderPanel, SLOW } from '#panel/testing';

const CREATE = 'POST /api/admin/expenses';
const RATE = 'GET /api/exchange-rate';
const RATE_DEBOUNCE_MS = 400;
const ada = aUser();
const inUsd = aUser({ id: 'user-2', first_name: 'Tunde', email: 'tunde@example.com', reimbursement_currency: 'USD' });
const gone = aUser({ id: 'user-3', first_name: 'Gone', email: 'gone@example.com', status: 'inactive' });
const auditor = aUser({ id: 'user-4', first_name: 'Hanna', email: 'hanna@example.com', role: 'auditor' });
const ADA = 'Ada Okafor (ada@example.com)';
const FETCHED = { rate: 0.9, effective_date: '2026-03-05', source: 'ecb', stale: false, provisional: false };
const pdf = (size = 5) => new File(['%PDF-', new Uint8Array(size - 5)], 'dinner.pdf', { type: 'application/x-pdf' });

async function openDialog(...handlers: HttpHandler[]) {
  const calls: { body: unknown; idempotencyKey: string | null }[] = [];
  const asked: string[] = [];
  const view = renderPanel('/admin', {
    expenses: [],
    users: [BOSS, ada, inUsd, gone, auditor],
    handlers: [
      ...handlers,
      answer(RATE, ({ query }) => {
        asked.push(query.toString());
        return FETCHED;
      }),
      answer(CREATE, ({ body, idempotencyKey }) => {
        calls.push({ body, idempotencyKey });
        return { message: 'ok', expense: anExpense() };
      }),
    ],
  });
  await view.user.click(await screen.findByRole('button', { name: '+ Create Expense' }, SLOW));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Expense' }, SLOW));
  await dialog.findByLabelText('User');
  return { view, dialog, calls, asked };
}
type Opened = Awaited<ReturnType<typeof openDialog>>;

async function fill({ view, dialog }: Opened, currency = 'EUR', date = localToday()) {
  await view.user.selectOptions(dialog.getByLabelText('User'), ADA);
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: date } });
  await view.user.selectOptions(dialog.getByLabelText('Category'), 'Restaurant');
  fireEvent.change(dialog.getByLabelText('Justification'), { target: { value: ' Team lunch ' } });
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '100.5' } });
  await withoutDelay(RATE_DEBOUNCE_MS, () => view.user.selectOptions(dialog.getByLabelText('Currency'), currency));
}
const submit = ({ dialog }: Opened) => dialog.getByRole('button', { name: 'Create Expense' });
const declare = ({ view, dialog }: Opened) => view.user.click(dialog.getByRole('checkbox', { name: /no receipt/ }));

describe('creating an expense on behalf of a user', () => {
  test('offers the active users but auditors, and lists the missing fields', async () => {
    const opened = await openDialog();
    const options = within(opened.dialog.getByLabelText('User')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Choose a user',
      ADA,
      'Bea Okafor (boss@example.com)',
      'Tunde Okafor (tunde@example.com)',
    ]);
    expect(submit(opened)).toBeDisabled();
    expect(submit(opened)).toHaveAccessibleDescription(
      'Still missing: user, date, category, justification, amount, currency, and receipt or declaration',
    );
    await expectAccessible();
  });

  test('with the declaration sends the documented fields and refetches the list', async () => {
    const opened = await openDialog();
    await fill(opened, 'USD');
    expect(await opened.dialog.findByText('Reimbursement: 90.45 EUR')).toBeVisible();
    expect(submit(opened)).toHaveAccessibleDescription('Still missing: receipt or declaration');
    await declare(opened);
    await opened.view.user.click(submit(opened));
    expect(await findToast('Expense created successfully!')).toBeVisible();
    expect(opened.calls.map(({ body }) => body)).toEqual([
      {
        user_id: 'user-1',
        date: localToday(),
        category: 'Restaurant',
        justification: 'Team lunch',
        amount: 100.5,
        currency: 'USD',
        status: 'submitted',
        no_receipt: true,
        exchange_rate: 0.9,
        fetched_exchange_rate: 0.9,
        reimbursement_amount: 90.45,
        reimbursement_currency: 'EUR',
        today: localToday(),
      },
    ]);
    expect(opened.asked).toEqual([`from=USD&to=EUR&date=${localToday()}`]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('with a file sends it as the receipt, and clears the declaration', async () => {
    const opened = await openDialog();
    await fill(opened);
    await declare(opened);
    await opened.view.user.upload(opened.dialog.getByLabelText('Choose File'), pdf());
    expect(await opened.dialog.findByText('dinner.pdf')).toBeVisible();
    expect(opened.dialog.queryByText(/not yet supported|not sent/)).toBeNull();
    expect(opened.dialog.getByRole('checkbox')).toBeDisabled();
    expect(opened.dialog.getByRole('checkbox')).not.toBeChecked();
    await expectAccessible();
    await opened.view.user.click(submit(opened));
    await waitFor(() => expect(opened.calls).toHaveLength(1));
    const { receipt, ...fields } = opened.calls[0]?.body as { receipt: File };
    expect(fields).toMatchObject({ amount: '100.5', no_receipt: 'false', currency: 'EUR', exchange_rate: '1' });
    expect([receipt.name, receipt.size, receipt.type]).toEqual(['dinner.pdf', 5, 'application/pdf']);
  });

  test('an invalid receipt file counts as missing and can be removed', async () => {
    const opened = await openDialog();
    await fill(opened);
    await opened.view.user.upload(opened.dialog.getByLabelText('Choose File'), pdf(RECEIPT_MAX_BYTES + 1));
    expect(await opened.dialog.findByText(/^File size \(10.00MB\) exceeds the 10MB limit/)).toBeVisible();
    expect(submit(opened)).toBeDisabled();
    await opened.view.user.click(opened.dialog.getByRole('button', { name: 'Remove' }));
    expect(opened.dialog.queryByText('dinner.pdf')).toBeNull();
    await declare(opened);
    expect(submit(opened)).toBeEnabled();
  });

  test.each([
    ['2999-01-01', 'Future dates are not allowed.'],
    ['2001-01-01', 'Dates older than 12 months are not allowed.'],
  ])('rejects the date %s with a short message', async (date, message) => {
    const opened = await openDialog();
    await fill(opened, 'USD', date);
    await declare(opened);
    expect(opened.dialog.getByText(message)).toBeVisible();
    expect(submit(opened)).toBeDisabled();
    expect(opened.asked).toEqual([]);
  });

  test.each([['0'], ['1.0051']])('rejects an amount of %s', async (amount) => {
    const opened = await openDialog();
    await fill(opened);
    await declare(opened);
    await opened.view.user.clear(opened.dialog.getByLabelText('Amount'));
    await opened.view.user.type(opened.dialog.getByLabelText('Amount'), amount);
    await opened.view.user.tab();
    expect(opened.dialog.getByText('Amount must be greater than 0, with at most two decimals.')).toBeVisible();
    expect(submit(opened)).toBeDisabled();
  });

  test('another currency is entered by its code', async () => {
    const opened = await openDialog();
    await fill(opened, 'OTHER');
    await declare(opened);
    await opened.view.user.type(opened.dialog.getByLabelText('Currency code'), 'qqq');
    expect(opened.dialog.getByText('Please enter a valid 3-letter currency code (e.g., USD, EUR)')).toBeVisible();
    expect(submit(opened)).toBeDisabled();
    await opened.view.user.clear(opened.dialog.getByLabelText('Currency code'));
    await opened.view.user.type(opened.dialog.getByLabelText('Currency code'), 'jpy');
    await opened.view.user.click(submit(opened));
    await waitFor(() => expect(opened.calls[0]?.body).toMatchObject({ currency: 'JPY' }));
  });

  test('VAT is optional where it applies, and is cleared by the declaration', async () => {
    const opened = await openDialog();
    await fill(opened);
    expect(opened.dialog.queryByLabelText('VAT amount (EUR)')).toBeNull();
    await opened.view.user.selectOptions(opened.dialog.getByLabelText('Classification'), 'Support');
    const vat = opened.dialog.getByLabelText('VAT amount (EUR)');
    await opened.view.user.type(vat, '-1');
    expect(opened.dialog.getByText('Please enter a valid VAT amount (must be a positive number)')).toBeVisible();
    await opened.view.user.clear(vat);
    await opened.view.user.type(vat, '16.05');
    await declare(opened);
    expect(vat).toBeDisabled();
    expect(vat).toHaveValue('');
    expect(opened.dialog.getByText('VAT cannot be claimed without a receipt')).toBeVisible();
    await opened.view.user.upload(opened.dialog.getByLabelText('Choose File'), pdf());
    await opened.view.user.type(vat, '16.05');
    await opened.view.user.click(submit(opened));
    await waitFor(() =>
      expect(opened.calls[0]?.body).toMatchObject({ classification: 'support', vat_amount: '16.05' }),
    );
  });

  test("shows the rate to the chosen user's currency, with its source and date", async () => {
    const opened = await openDialog(answer(RATE, { ...FETCHED, rate: 1.1, source: 'CBK × ECB' }));
    await fill(opened, 'KES');
    await withoutDelay(RATE_DEBOUNCE_MS, () =>
      opened.view.user.selectOptions(opened.dialog.getByLabelText('User'), 'user-2'),
    );
    expect(await opened.dialog.findByText('Reimbursement: 110.55 USD')).toBeVisible();
    expect(opened.dialog.getByText('KES/USD')).toBeVisible();
    expect(opened.dialog.getByText('Central Bank of Kenya × European Central Bank, 5 Mar 2026')).toBeVisible();
    expect(opened.dialog.queryByRole('status')).toBeNull();
  });

  test.each([
    ['stale', /no rate within a week/],
    ['provisional', /not published yet/],
  ] as const)('the rate says when it is %s', async (what, text) => {
    const opened = await openDialog(answer(RATE, { ...FETCHED, [what]: true }));
    await fill(opened, 'USD');
    expect(await opened.dialog.findByText(text)).toBeVisible();
  });

  test.each([
    ['there is none', 'RATE_NOT_AVAILABLE', 'No rate for USD on this day.'],
    ['its service is away', 'SERVICE_UNAVAILABLE', 'Rates are away. Please try again.'],
  ] as const)('the rate can be asked for again where %s, and nothing typed is lost', async (_, code, message) => {
    let isUp = false;
    const opened = await openDialog(answer(RATE, () => (isUp ? FETCHED : refusal(code, message))));
    await fill(opened, 'USD');
    expect(await opened.dialog.findByText(message)).toBeVisible();
    expect(opened.dialog.getByLabelText('Amount')).toHaveValue('100.5');
    isUp = true;
    await opened.view.user.click(opened.dialog.getByRole('button', { name: 'Try again' }));
    expect(await opened.dialog.findByText('Reimbursement: 90.45 EUR')).toBeVisible();
    expect(opened.dialog.getByLabelText('Amount')).toHaveValue('100.5');
  });
});

describe('a failed creation', () => {
  test.each([
    ['with words', refuse(CREATE, 'SERVICE_UNAVAILABLE', 'A part is down.'), 'A part is down.'],
    ['without words', breakDown(CREATE, 500), 'Failed to create expense'],
  ])('%s appears in a toast and in the dialog, and the input is kept', async (_, handler, message) => {
    const opened = await openDialog(handler);
    await fill(opened);
    await declare(opened);
    await opened.view.user.click(submit(opened));
    expect(await findToast(message)).toBeVisible();
    expect(await findInPlace(message)).toBeVisible();
    expect(opened.dialog.getByLabelText('Amount')).toHaveValue('100.5');
    expect(submit(opened)).toBeEnabled();
  });

  test('a retry reuses the idempotency key, a changed payload or file gets another', async () => {
    const keys: (string | null)[] = [];
    const opened = await openDialog(
      answer(CREATE, ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return refusal('SERVICE_UNAVAILABLE', 'A part is down.');
      }),
    );
    await fill(opened);
    await declare(opened);
    const send = async (times: number) => {
      await opened.view.user.click(submit(opened));
      await waitFor(() => expect(keys).toHaveLength(times));
      await waitFor(() => expect(submit(opened)).toBeEnabled());
    };
    await send(1);
    await send(2);
    await opened.view.user.type(opened.dialog.getByLabelText('Justification'), '!');
    await send(3);
    await opened.view.user.upload(opened.dialog.getByLabelText('Choose File'), pdf());
    await send(4);
    await opened.view.user.upload(opened.dialog.getByLabelText('Choose File'), pdf());
    await send(5);
    const [first, again, ...changed] = keys;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(new Set([first, ...changed]).size).toBe(4);
  });

  test('offers a retry if the users fail to load', async () => {
    let isUp = false;
    const view = renderPanel('/admin', {
      handlers: [answer('GET /api/admin/users', () => (isUp ? [BOSS] : new Response(null, { status: 500 })))],
    });
    await view.user.click(await screen.findByRole('button', { name: '+ Create Expense' }, SLOW));
    expect(await screen.findByText('The users could not be loaded.')).toBeVisible();
    isUp = true;
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: 'Bea Okafor (boss@example.com)' })).toBeInTheDocument();
  });
});
