import type { AlreadyPaidDetails, ChangedDetails, ChangedExpense, ErrorCode, ExpenseJson } from '@outlay/contracts';
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
    state: 'run-refused',
    before: (context) => refusal(context, 'ALREADY_PAID', alreadyPaid(context.company)),
    steps: async (context) => {
      await openRun(context);
      await dialog('Payment run')(context.page)
        .getByRole('button', { name: /^Pay \d+/ })
        .click();
    },
    shows: text(/^0 of \d+ paid$/),
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
