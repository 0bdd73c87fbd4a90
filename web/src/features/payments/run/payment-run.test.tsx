import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, aReport, aUser, expectAccessible, hold, refusal } from '#app/testing';
import type { Reply } from '#lib/routes';
import { BOSS, renderPanel, SLOW } from '#panel/testing';
import { PAY } from '../testing';
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
const PAID: Reply<typeof PAY> = {
  message: 'Paid',
  payment_id: 'payment-1',
  report: aReport({ id: 'report-1' }),
  skipped: { already_paid: [], changed: [] },
};

function renderRun(pay: (body: never) => Response | Reply<typeof PAY> | Promise<Response | Reply<typeof PAY>>) {
  const bodies: { user_name: string; expense_ids: string[] }[] = [];
  let expenses = approved;
  const view = renderPanel('/admin?tab=payments', {
    users: [BOSS, aUser({ id: 'second', role: 'super_admin' }), ada, ben],
    handlers: [
      answer('GET /api/admin/expenses-with-users', () => expenses),
      answer(PAY, async ({ body }) => {
        const asked = body as never as (typeof bodies)[number];
        bodies.push(asked);
        const reply = await pay(body as never);
        if (!(reply instanceof Response))
          expenses = expenses.filter(({ expense_id }) => !asked.expense_ids.includes(expense_id));
        return reply;
      }),
    ],
  });
  return { ...view, bodies };
}
const tick = (name: string) => screen.findAllByRole('checkbox', { name: `Select ${name}` }, SLOW);
const everybody = () => screen.findByRole('checkbox', { name: 'Select everybody' }, SLOW);
/** The lists are fetched again after a run. */
const settled = ({ queryClient }: ReturnType<typeof renderPanel>) =>
  waitFor(() => expect(queryClient.isFetching()).toBe(0));
const results = () =>
  within(screen.getByRole('list', { name: 'People of this run' }))
    .getAllByRole('listitem')
    .map((each) => each.lastChild?.textContent);

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
  test('pays everybody selected after one confirmation, one payment each, and leads to the reports', async () => {
    const view = renderRun(() => PAID);
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
    expect(await dialog.findByText('2 of 2 paid')).toBeVisible();
    expect(results()).toEqual(['PaidOpen the report', 'PaidOpen the report']);
    expect(view.bodies.map(({ user_name, expense_ids }) => [user_name, expense_ids])).toEqual([
      ['Ada Okafor', ['EXP-0001', 'EXP-0002']],
      ['Ada Okafor', ['EXP-0003']],
    ]);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Ada Okafor' })).toBeNull());
    expect(await tick('Ben Novak')).toHaveLength(1);
    await settled(view);
  });

  test('names what failed, and tries only that again, with its first key', async () => {
    const keys: unknown[] = [];
    let attempts = 0;
    const view = renderPanel('/admin?tab=payments', {
      users: [BOSS, ada],
      handlers: [
        answer('GET /api/admin/expenses-with-users', () => approved),
        answer(PAY, ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          attempts += 1;
          return attempts === 2 ? new Response(null, { status: 502 }) : PAID;
        }),
      ],
    });
    await view.user.click(await everybody());
    await view.user.click(screen.getByRole('button', { name: /^Pay \d/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment run' }, SLOW));
    await view.user.click(dialog.getByRole('button', { name: /^Pay \d/ }));
    expect(await dialog.findByText('3 of 4 paid')).toBeVisible();
    expect(results()[1]).toMatch(/^Not paid/);
    await view.user.click(dialog.getByRole('button', { name: 'Try 1 again' }));
    expect(await dialog.findByText('4 of 4 paid')).toBeVisible();
    expect(new Set(keys).size).toBe(4);
    expect(keys[4]).toBe(keys[1]);
    await settled(view);
  });

  test('says what was paid before, has changed, or was paid in part, and offers no second try', async () => {
    const changed = {
      expense_id: 'EXP-0002',
      expected: { revision: 0, status: 'approved', reimbursement_amount: 20 },
      actual: { revision: 1, status: 'approved', reimbursement_amount: 25 },
    } as const;
    const replies = [
      { ...PAID, skipped: { already_paid: [], changed: [changed] } },
      refusal('VERSION_CONFLICT', 'Changed', { expected_total: 30, total: 31, currency: 'USD', expenses: [changed] }),
      refusal('ALREADY_PAID', 'Already paid', { expenses: [] }),
    ];
    const view = renderRun(() => replies.shift() ?? PAID);
    await view.user.click(await everybody());
    for (const box of await tick('Ben Novak')) await view.user.click(box);
    await view.user.click(screen.getByRole('button', { name: 'Pay 3 people' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment run' }, SLOW));
    await view.user.click(dialog.getByRole('button', { name: 'Pay 3 people' }));
    expect(await dialog.findByText('0 of 3 paid')).toBeVisible();
    expect(results()).toEqual([
      expect.stringMatching(/^Paid in part.*1 of 2 expenses marked as paid\. Transfer 10\.00 EUR only/),
      expect.stringMatching(/^Not paidNothing was paid: the figures/),
      expect.stringMatching(/^Not paidNothing was paid now\. Do not transfer/),
    ]);
    expect(dialog.queryByRole('button', { name: /again$/ })).toBeNull();
    await expectAccessible();
    await settled(view);
  });

  test('stops between two people', async () => {
    const { held, release } = hold();
    const view = renderRun(async () => {
      await held;
      return PAID;
    });
    await view.user.click(await everybody());
    await view.user.click(screen.getByRole('button', { name: 'Pay 2 people' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Payment run' }, SLOW));
    await view.user.click(dialog.getByRole('button', { name: 'Pay 2 people' }));
    expect(await dialog.findByText('0 of 2 done')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Stop' }));
    release();
    expect(await dialog.findByText('1 of 2 paid')).toBeVisible();
    expect(view.bodies).toHaveLength(1);
    await settled(view);
  });

  test('says that nothing waits for payment', async () => {
    renderPanel('/admin?tab=payments', { expenses: [] });
    expect(await screen.findByText('Nothing waits for payment.', {}, SLOW)).toBeVisible();
  });
});
