import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson, RunJson } from '@outlay/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { answer, answerFile, anExpense, aRun, aRunPayment, aUser, expectAccessible, savedFiles } from '#app/testing';
import { BOSS, renderPanel, SLOW } from '#panel/testing';
import { owedOf } from './owed';

const ada = aUser({ id: 'ada', email: 'ada@example.com' });
const ben = aUser({ id: 'ben', email: 'ben@example.com', status: 'inactive' });
const claim = (number: number, owner: 'ada' | 'ben' | 'boss', changes: Partial<ExpenseJson> = {}) =>
  anExpense({
    id: `expense-${number}`,
    expense_id: `EXP-000${number}`,
    user_id: owner,
    user_name: { ada: 'Ada Okafor', ben: 'Ben Novak', boss: 'Bea Okafor' }[owner],
    user_email: `${owner}@example.com`,
    status: 'approved',
    approved_at: `2026-03-1${number}T09:00:00.000Z`,
    reimbursement_amount: number * 10,
    ...changes,
  });
const approved = [
  claim(1, 'ada'),
  claim(2, 'ada', { amended_after_approval_by: 'bea@example.com' }),
  claim(3, 'ada', { reimbursement_currency: 'USD' }),
  claim(4, 'ben'),
  claim(5, 'boss'),
];
const START = 'POST /api/admin/payment-runs';
const RUN = 'GET /api/admin/payment-runs/{id}';
const open = (changes: Partial<ReturnType<typeof aRunPayment>> = {}) =>
  aRunPayment({
    status: 'open',
    payment_id: null,
    reference: null,
    report_id: null,
    paid_count: 0,
    paid_total: 0,
    ...changes,
  });
const started = aRun({
  counts: { open: 2, paid: 0, in_part: 0, refused: 0 },
  payments: [open(), open({ currency: 'USD', expected_total: 30, expense_count: 1 })],
});

/** The panel, with what the server answers to a run and then says of it. */
function renderRun(path: string, states: readonly RunJson[], start: RunJson | Response = started) {
  const bodies: unknown[] = [];
  const keys: unknown[] = [];
  const left = [...states];
  let answers: RunJson | Response = start;
  const view = renderPanel(path, {
    users: [BOSS, aUser({ id: 'second', role: 'super_admin' }), ada, ben],
    handlers: [
      answer('GET /api/admin/expenses-with-users', () => approved),
      answer(START, ({ body, idempotencyKey }) => {
        bodies.push(body);
        keys.push(idempotencyKey);
        return answers;
      }),
      answer(RUN, () => (left.length > 1 ? left.shift() : left[0]) ?? started),
    ],
  });
  return { ...view, bodies, keys, then: (next: RunJson) => void (answers = next) };
}
const tick = (name: string) => screen.findAllByRole('checkbox', { name: `Select ${name}` }, SLOW);
const everybody = () => screen.findByRole('checkbox', { name: 'Select everybody' }, SLOW);
/** The lists are fetched again after a run. */
const settled = ({ queryClient }: ReturnType<typeof renderRun>) =>
  waitFor(() => expect(queryClient.isFetching()).toBe(0));
const rows = () =>
  within(screen.getByRole('table', { name: 'People of this run' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('what is owed stands by person and currency, in parts that one payment takes', () => {
  expect(owedOf(approved).map(({ userId, currency, since, changed }) => [userId, currency, since, changed])).toEqual([
    ['ada', 'EUR', '2026-03-11T09:00:00.000Z', 1],
    ['ada', 'USD', '2026-03-13T09:00:00.000Z', 0],
    ['ben', 'EUR', '2026-03-14T09:00:00.000Z', 0],
    ['boss', 'EUR', '2026-03-15T09:00:00.000Z', 0],
  ]);
  const many = Array.from({ length: 1_001 }, () => claim(1, 'ada'));
  expect(owedOf(many).map(({ expenses }) => expenses.length)).toEqual([1_000, 1]);
});

describe('a payment run', () => {
  test('starts with everybody selected after one confirmation, and shows how far it is', async () => {
    const done = aRun({
      counts: { open: 0, paid: 2, in_part: 0, refused: 0 },
      totals: [
        { currency: 'EUR', expected_total: 30, paid_total: 30 },
        { currency: 'USD', expected_total: 30, paid_total: 30 },
      ],
      payments: [aRunPayment(), aRunPayment({ reference: 'PAY-0000000002' })],
    });
    const view = renderRun('/admin?tab=payments', [started, done]);
    expect(await tick('Bea Okafor')).toEqual([expect.objectContaining({ disabled: true })]);
    expect(screen.getByText('1 changed after approval')).toBeVisible();
    expect(screen.getByText('Inactive account')).toBeVisible();
    await expectAccessible();
    // People whose account is inactive are paid only if they are selected themselves.
    await view.user.click(await everybody());
    await view.user.click(screen.getByRole('button', { name: 'Pay 2 people' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment run' }, SLOW));
    expect(dialog.getByText('Total').parentElement).toHaveTextContent('Total30.00 USD30.00 EUR');
    expect(view.bodies).toEqual([]);
    await expectAccessible();
    await view.user.click(dialog.getByRole('button', { name: 'Pay 2 people' }));
    expect(await screen.findByText(/^0 of 2 done\./, {}, SLOW)).toHaveTextContent('You may leave this page');
    expect(view.bodies).toEqual([
      {
        expenses: [1, 2, 3].map((number) => ({
          id: `expense-${number}`,
          revision: claim(number, 'ada').revision,
          head: claim(number, 'ada').head,
        })),
      },
    ]);
    expect(await screen.findByText('2 of 2 paid', {}, SLOW)).toBeVisible();
    expect(rows()).toEqual([expect.stringContaining('PAY-3M5K0QY8RT'), expect.stringContaining('PAY-0000000002')]);
    expect(screen.getAllByRole('link', { name: 'Open the report' })).toHaveLength(2);
    await expectAccessible();
    await settled(view);
  });

  test('is sent again under its key after a failure', async () => {
    const view = renderRun('/admin?tab=payments', [started], new Response(null, { status: 502 }));
    await view.user.click(await everybody());
    await view.user.click(screen.getByRole('button', { name: /^Pay \d/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment run' }, SLOW));
    await view.user.click(dialog.getByRole('button', { name: /^Pay \d/ }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    view.then(started);
    // A press that soon after the first would be a double click.
    fireEvent.click(dialog.getByRole('button', { name: /^Pay \d/ }));
    expect(await screen.findByText(/^0 of 2 done/, {}, SLOW)).toBeVisible();
    expect(view.keys).toHaveLength(2);
    expect(new Set(view.keys).size).toBe(1);
  });

  test('names what was not paid or in part, and selects again who was not paid', async () => {
    const message = 'Changed since you looked: EXP-0002. The total is 31.00 EUR, not 30.00 EUR. Nothing was paid.';
    const run = aRun({
      counts: { open: 0, paid: 0, in_part: 1, refused: 1 },
      payments: [
        aRunPayment({ status: 'in_part', user_name: 'Ben Novak', paid_count: 1, paid_total: 10, expected_total: 20 }),
        open({ status: 'refused', refusal: { code: 'VERSION_CONFLICT', message } }),
      ],
    });
    const view = renderRun('/admin?tab=payments&run=run-1', [run]);
    expect(await screen.findByText('1 of 2 paid', {}, SLOW)).toBeVisible();
    expect(rows()).toEqual([
      expect.stringMatching(/Paid in part.*1 of 2 expenses marked as paid\. Transfer 10\.00 EUR only/),
      expect.stringContaining(`Not paid${message}`),
    ]);
    await expectAccessible();
    await settled(view);
    await view.user.click(screen.getByRole('button', { name: 'Look at it again' }));
    const boxes = await tick('Ada Okafor');
    // Only what is owed in the currency that was not paid.
    expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false]);
    await settled(view);
  });

  test('has its files, and says why one is not there yet', async () => {
    let isReady = false;
    const file = answerFile('GET /api/admin/payment-runs/{id}/download', 'PK', 'application/zip', 'RUN-1.zip');
    const message = 'Not all reports of this run are ready yet. Please try again in a moment.';
    const view = renderPanel('/admin?tab=payments&run=run-1', {
      handlers: [
        http.get('/api/admin/payment-runs/:id/download', () =>
          isReady ? undefined : HttpResponse.json({ code: 'REPORT_NOT_READY', message }, { status: 409 }),
        ),
        file,
        answer(RUN, aRun()),
      ],
    });
    const saved = savedFiles();
    const button = await screen.findByRole('button', { name: 'Reports and receipts' }, SLOW);
    await view.user.click(button);
    expect(await screen.findByText(message)).toBeVisible();
    isReady = true;
    await view.user.click(button);
    await waitFor(() => expect(saved).toEqual(['RUN-1.zip']));
    for (const name of ['Spreadsheet', 'Transfers (CSV)']) expect(screen.getByRole('button', { name })).toBeEnabled();
    await expectAccessible();
    await settled(view as never);
  });

  test('is found in the list of runs, also by an auditor, who starts none', async () => {
    const view = renderPanel('/admin?tab=payments', {
      as: aUser({ id: 'auditor', role: 'auditor' }),
      handlers: [
        answer('GET /api/admin/expenses-with-users', () => approved),
        answer('GET /api/admin/payment-runs', [aRun({ counts: { open: 1, paid: 2, in_part: 3, refused: 4 } })]),
        answer(
          RUN,
          aRun({ counts: { open: 0, paid: 0, in_part: 0, refused: 1 }, payments: [open({ status: 'refused' })] }),
        ),
      ],
    });
    for (const state of ['1 waiting', '2 paid', '3 paid in part', '4 not paid'])
      expect(await screen.findByText(state, {}, SLOW)).toBeVisible();
    await expectAccessible();
    await view.user.click(screen.getByRole('link', { name: 'RUN-2026-03-31-K7Q2M' }));
    expect(await screen.findByRole('region', { name: 'RUN-2026-03-31-K7Q2M' }, SLOW)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Look at it again' })).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'All payments' }));
    expect(await screen.findByText('Waiting for payment', {}, SLOW)).toBeVisible();
    await settled(view as never);
  });

  test('says that nothing waits for payment', async () => {
    renderPanel('/admin?tab=payments', { expenses: [] });
    expect(await screen.findByText('Nothing waits for payment.', {}, SLOW)).toBeVisible();
  });
});
