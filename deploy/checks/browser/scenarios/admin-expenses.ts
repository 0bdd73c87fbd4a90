import {
  respond,
  button,
  dialog,
  heading,
  hang,
  respondWithError,
  text,
  type Scenario,
  type ScenarioContext,
} from '../scenario.js';

const ALL = /\/api\/admin\/expenses-with-users\?/;
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', message: 'Please try again in a moment.' } as const;
const FORBIDDEN = { code: 'FORBIDDEN', message: 'Only super admins may do this.' } as const;

/** Only an expense without warnings can be approved directly. */
const open =
  (status: string) =>
  ({ company }: Pick<ScenarioContext, 'company'>) =>
    company.find(
      `${status} expense of another person, with a receipt`,
      (each) =>
        each.status === status &&
        each.receipt !== null &&
        each.duplicate_count === 0 &&
        each.user_id !== company.logins.admin.user.id,
    ).expense_id;

const duplicateOf = ({ find, logins }: ScenarioContext['company']) =>
  find(
    'duplicate of another person',
    (each) => each.status === 'submitted' && each.duplicate_count > 0 && each.user_id !== logins.admin.user.id,
  ).expense_id;

const press =
  (name: string | RegExp) =>
  ({ page }: ScenarioContext) =>
    page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();

const selectFirst = ({ page }: ScenarioContext) =>
  page
    .getByRole('checkbox', { name: /^Select EXP/ })
    .first()
    .check();

const payable = ({ find }: ScenarioContext['company']) =>
  encodeURIComponent(find('approved expense', (each) => each.status === 'approved').user_email);

const expenses = { as: 'admin', screen: 'admin-expenses' } as const;

const sheetOf = (status: 'draft' | 'submitted' | 'approved' | 'rejected' | 'paid'): Scenario => ({
  ...expenses,
  state: `details-${status}`,
  path: (company) =>
    status === 'draft'
      ? `/admin?expense=${company.find('draft', (each) => each.status === 'draft').expense_id}`
      : `/admin?expense=${open(status)({ company })}`,
  shows: (page) => page.getByRole('dialog').getByText('Audit Trail'),
});

export const adminExpenseScenarios: readonly Scenario[] = [
  { ...expenses, state: 'list', path: '/admin', shows: text(/^\d+ expenses$/) },
  { ...expenses, state: 'own-page', path: '/admin-expenses', shows: text(/^\d+ expenses$/) },
  { ...expenses, state: 'duplicates', path: '/admin?q=card+slip', shows: text(/^Dup \d/) },
  { ...expenses, state: 'no-match', path: '/admin?q=nothing+like+it', shows: text('No expenses found matching') },
  { ...expenses, state: 'loading', path: '/admin', before: hang(ALL), shows: heading('Admin Panel'), staysBusy: true },
  {
    ...expenses,
    state: 'failed',
    path: '/admin',
    before: respondWithError(ALL, 503, UNAVAILABLE),
    shows: button('Retry'),
  },
  {
    ...expenses,
    state: 'denied',
    path: '/admin',
    before: respondWithError(ALL, 403, FORBIDDEN),
    shows: heading('Access denied'),
  },
  { ...expenses, state: 'denied-by-role', as: 'member', path: '/admin', shows: heading('Access denied') },
  ...(['draft', 'submitted', 'approved', 'rejected', 'paid'] as const).map(sheetOf),
  {
    ...expenses,
    state: 'details-overridden',
    path: ({ find }) => `/admin?expense=${find('override', (each) => each.override_exchange_rate !== null).expense_id}`,
    shows: text('OVERRIDDEN'),
  },
  {
    ...expenses,
    state: 'details-duplicate',
    path: (company) => `/admin?expense=${duplicateOf(company)}`,
    shows: text(/potential dupes/),
  },
  {
    ...expenses,
    state: 'compare-receipts',
    path: (company) => `/admin?expense=${duplicateOf(company)}`,
    steps: press('Compare receipts'),
    shows: dialog('Receipts side by side'),
  },
  {
    ...expenses,
    state: 'approver-saw',
    path: (company) => `/admin?expense=${open('approved')({ company })}`,
    steps: press('What the approver saw'),
    shows: text('Then and now'),
  },
  {
    ...expenses,
    state: 'details-own',
    path: (company) => `/admin?expense=${company.own('admin', 'submitted').expense_id}`,
    shows: text(/^This is your own expense/),
  },
  {
    ...expenses,
    state: 'bulk',
    path: '/admin?status=submitted',
    steps: async (context) => {
      const boxes = context.page.getByRole('checkbox', { name: /^Select EXP/ });
      await boxes.first().check();
      await boxes.nth(3).click({ modifiers: ['Shift'] });
      await context.page.getByRole('button', { name: /^Approve selected/ }).click();
    },
    shows: dialog('Approve selected expenses'),
  },
  {
    ...expenses,
    state: 'bulk-reject',
    path: '/admin?status=submitted',
    steps: async (context) => {
      await selectFirst(context);
      await context.page.getByRole('button', { name: /^Reject selected/ }).click();
    },
    shows: dialog('Reject selected expenses'),
  },
  {
    ...expenses,
    state: 'selected',
    path: '/admin?status=submitted',
    steps: selectFirst,
    shows: button(/^Approve selected/),
  },
  {
    ...expenses,
    state: 'approved',
    path: (company) => `/admin?status=submitted&expense=${open('submitted')({ company })}`,
    before: (context) => {
      const id = open('submitted')(context);
      const approved = context.company.find('expense to approve', ({ expense_id }) => expense_id === id);
      return respond('**/approve', { message: 'Approved', expense: { ...approved, status: 'approved' } })(context);
    },
    steps: async (context) => {
      await press('Approve')(context);
      // Hovering keeps the toast open.
      await context.page.getByRole('button', { name: 'Undo' }).hover();
    },
    shows: button('Undo'),
  },
  {
    ...expenses,
    state: 'details-honor',
    path: ({ find }) => `/admin?expense=${find('declaration', (each) => each.no_receipt).expense_id}`,
    shows: text('Declared on honor that there is no receipt.'),
  },
  {
    ...expenses,
    state: 'approve-failed',
    path: (company) => `/admin?expense=${open('submitted')({ company })}`,
    before: respondWithError('**/approve', 503, UNAVAILABLE),
    steps: press('Approve'),
    shows: text('Failed to approve expense'),
  },
  {
    ...expenses,
    state: 'approve-conflict',
    path: (company) => `/admin?expense=${open('submitted')({ company })}`,
    before: respondWithError('**/approve', 409, { code: 'VERSION_CONFLICT', message: 'The expense was changed.' }),
    steps: press('Approve'),
    shows: text('This expense was changed in the meantime.'),
  },
  {
    ...expenses,
    state: 'approve-duplicate',
    path: (company) => `/admin?expense=${duplicateOf(company)}`,
    steps: press('Approve'),
    shows: dialog('Potential Duplicate Detected'),
  },
  {
    ...expenses,
    state: 'reject',
    path: (company) => `/admin?expense=${open('submitted')({ company })}`,
    steps: press('Reject'),
    shows: dialog('Reject Expense'),
  },
  {
    ...expenses,
    state: 'reject-failed',
    path: (company) => `/admin?expense=${open('submitted')({ company })}`,
    before: respondWithError('**/reject', 503, UNAVAILABLE),
    steps: async (context) => {
      await press('Reject')(context);
      await context.page.getByLabel('Rejection Reason').fill('Who was at the dinner?');
      await press('Reject')(context);
    },
    shows: text('Failed to reject expense'),
  },
  {
    ...expenses,
    state: 'revert',
    path: (company) => `/admin?expense=${open('approved')({ company })}`,
    steps: press('Mark as Submitted'),
    shows: dialog('Back to Submitted'),
  },
  {
    ...expenses,
    state: 'edit',
    path: (company) => `/admin?expense=${open('submitted')({ company })}`,
    steps: press('Edit'),
    shows: dialog('Edit Expense'),
  },
  {
    ...expenses,
    state: 'edit-conflict',
    path: (company) => `/admin?expense=${open('submitted')({ company })}`,
    before: respondWithError(
      '**/api/admin/expenses/*',
      409,
      { code: 'VERSION_CONFLICT', message: 'The expense was changed.' },
      'PUT',
    ),
    steps: async (context) => {
      await press('Edit')(context);
      const shown = context.page.getByRole('dialog', { name: 'Edit Expense' });
      await shown.getByLabel('Justification').fill('Two taxis to the airport');
      await press('Save')(context);
    },
    shows: button('Load the new state'),
  },
  {
    ...expenses,
    state: 'create',
    path: '/admin',
    steps: ({ page }) => page.getByRole('button', { name: '+ Create Expense' }).click(),
    shows: dialog(/Create/),
  },
  {
    ...expenses,
    state: 'payable',
    path: (company) => `/admin?status=approved&user=${payable(company)}`,
    shows: button(/^Mark as Paid \(\d+\)$/),
  },
  {
    ...expenses,
    state: 'pay',
    path: (company) => `/admin?status=approved&user=${payable(company)}`,
    steps: ({ page }) => page.getByRole('button', { name: /^Mark as Paid/ }).click(),
    shows: dialog('Mark as Paid'),
  },
  {
    ...expenses,
    state: 'pay-failed',
    path: (company) => `/admin?status=approved&user=${payable(company)}`,
    before: respondWithError('**/bulk-mark-paid', 503, UNAVAILABLE),
    steps: async (context) => {
      await context.page.getByRole('button', { name: /^Mark as Paid/ }).click();
      await press(/^Pay \d+/)(context);
    },
    shows: (page) => page.getByRole('dialog').getByText(UNAVAILABLE.message),
  },
];
