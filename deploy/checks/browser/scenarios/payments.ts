import type {
  AlreadyPaidDetails,
  ChangedDetails,
  ChangedExpense,
  ErrorCode,
  ExpenseJson,
  RunJson,
} from '@outlay/contracts';
import type { SampleCompany } from '../sample-company.js';
import { dialog, respond, respondWithError, text, type Scenario, type ScenarioContext } from '../scenario.js';

const PAY = '**/bulk-mark-paid';
const paidByBea = {
  payment_id: '3f2a9c1e',
  paid_by: { name: 'Bea Okafor', email: 'bea.okafor@example.com' },
  paid_at: '2026-11-20T10:00:00.000Z',
  report_id: 'report-3f2a9c1e',
};
const approvedOf = ({ find, expenses }: SampleCompany): ExpenseJson[] => {
  const { user_id } = find('approved expense', ({ status }) => status === 'approved');
  return expenses.filter((each) => each.user_id === user_id && each.status === 'approved');
};
const alreadyPaid = (company: SampleCompany): AlreadyPaidDetails => ({
  expenses: approvedOf(company).map(({ expense_id }) => ({ expense_id, ...paidByBea })),
});
const changed = (company: SampleCompany): ChangedExpense[] =>
  approvedOf(company)
    .slice(0, 2)
    .map(({ expense_id, reimbursement_amount, revision }, index) => {
      const expected = { revision, status: 'approved', reimbursement_amount } as const;
      const actual = index === 0 ? { reimbursement_amount: 190.4 } : { status: 'submitted' as const };
      return { expense_id, expected, actual: { ...expected, ...actual, revision: revision + 1 } };
    });
const figures = (company: SampleCompany): ChangedDetails => ({
  expected_total: 2292.04,
  total: 2189.73,
  currency: 'EUR',
  expenses: changed(company),
});
const inPart = (company: SampleCompany) => ({
  message: 'Paid',
  payment_id: '3f2a9c1e',
  report: null,
  skipped: { already_paid: alreadyPaid(company).expenses.slice(2, 4), changed: changed(company) },
});

const pressed = {
  screen: 'admin-expenses',
  as: 'admin',
  path: (company) => `/admin?status=approved&user=${encodeURIComponent(approvedOf(company)[0]?.user_email ?? '')}`,
  steps: async ({ page }) => {
    await page.getByRole('button', { name: /^Mark as Paid/ }).click();
    await page.getByRole('button', { name: /^Pay \d+/ }).click();
  },
} as const satisfies Partial<Scenario>;
const refusal = (context: ScenarioContext, code: ErrorCode, details: unknown) =>
  respondWithError(PAY, 409, { code, message: 'Refused', details })(context);

const payee = {
  user_id: 'ada',
  user_name: 'Ada Okafor',
  user_email: 'ada.okafor@example.com',
  currency: 'EUR',
  expense_count: 4,
  expected_total: 2292.04,
  status: 'open',
  payment_id: null,
  reference: null,
  report_id: null,
  paid_count: 0,
  paid_total: 0,
  refusal: null,
  ended_at: null,
} as const;
const message = 'Changed since you looked: EXP-7K3QX9M2PA. The total is 190.40 EUR, not 225.10 EUR. Nothing was paid.';
const made = { payment_id: '3f2a9c1e', reference: 'PAY-3M5K0QY8RT', report_id: 'report-3f2a9c1e' };
const underWay: RunJson = {
  id: 'run-1',
  reference: 'RUN-2026-11-28-K7Q2M',
  started_at: '2026-11-28T10:00:00.000Z',
  started_by: { id: 'bea', email: 'bea.okafor@example.com' },
  counts: { open: 3, paid: 0, in_part: 0, refused: 0 },
  totals: [{ currency: 'EUR', expected_total: 6876.12, paid_total: 0 }],
  payments: [payee, { ...payee, user_name: 'Ben Novak' }, { ...payee, user_name: 'Chiara Rossi' }],
};
const run: RunJson = {
  ...underWay,
  counts: { open: 0, paid: 1, in_part: 0, refused: 2 },
  totals: [{ currency: 'EUR', expected_total: 6876.12, paid_total: 2292.04 }],
  payments: underWay.payments.map((each, index) =>
    index === 0
      ? { ...each, ...made, status: 'paid', paid_count: 4, paid_total: 2292.04 }
      : { ...each, status: 'refused', refusal: { code: 'VERSION_CONFLICT', message } },
  ),
};

const everybody = { screen: 'admin-payments', as: 'admin', path: '/admin?tab=payments' } as const;
const openRun = async ({ page }: ScenarioContext) => {
  await page.getByRole('checkbox', { name: 'Select everybody' }).click();
  await page.getByRole('button', { name: /^Pay \d+/ }).click();
};

export const paymentScenarios: readonly Scenario[] = [
  { ...everybody, state: 'list', shows: text('Waiting for payment') },
  {
    ...everybody,
    state: 'empty',
    before: respond('**/api/admin/expenses-with-users?*', []),
    shows: text('Nothing waits for payment.'),
  },
  { ...everybody, state: 'run', steps: openRun, shows: dialog('Payment run') },
  {
    ...everybody,
    state: 'run-done',
    path: '/admin?tab=payments&run=run-1',
    before: respond('**/api/admin/payment-runs/run-1', run),
    shows: text('1 of 3 paid'),
  },
  {
    ...everybody,
    state: 'run-under-way',
    path: '/admin?tab=payments&run=run-1',
    before: respond('**/api/admin/payment-runs/run-1', underWay),
    shows: text(/0 of 3 done/),
    staysBusy: true,
  },
  {
    ...pressed,
    state: 'pay-already-paid',
    before: (context) => refusal(context, 'ALREADY_PAID', alreadyPaid(context.company)),
    shows: dialog('Already paid'),
  },
  {
    ...pressed,
    state: 'pay-changed',
    before: (context) => refusal(context, 'VERSION_CONFLICT', figures(context.company)),
    shows: dialog('The figures have changed'),
  },
  {
    ...pressed,
    state: 'pay-in-part',
    before: (context) => respond(PAY, inPart(context.company))(context),
    shows: dialog('Paid in part'),
  },
];
