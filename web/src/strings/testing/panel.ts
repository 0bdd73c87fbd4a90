import { screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { aDuplicate, answer, answerFile, anExpense, aReport, aUser, breakDown, hang, refuse } from '#app/testing';
import { BOSS, renderPanel, type Panel } from '#panel/testing';
import type { States } from './states';

const EXPENSES = 'GET /api/admin/expenses-with-users';
const DUPLICATES = 'GET /api/admin/expenses/{id}/duplicates';
const HISTORY = 'GET /api/admin/expenses/{id}/audit';
const APPROVE = 'PUT /api/admin/expenses/{id}/approve';
const REJECT = 'PUT /api/admin/expenses/{id}/reject';
const REVERT = 'PUT /api/admin/expenses/{id}/unapprove';
const PAY = 'POST /api/admin/expenses/bulk-mark-paid';
const REPORTS = 'GET /api/admin/reports';
const INVITES = 'GET /api/admin/invites';
const INVITE = 'POST /api/auth/invites';
const UPDATE = 'PUT /api/admin/users/{id}/role';
const CODE = 'POST /api/admin/users/{id}/reset-code';

const claim = anExpense({
  duplicate_count: 2,
  exchange_rate: 0.91,
  override_exchange_rate: 0.91,
  classification: null,
});
const approved = [
  anExpense({ status: 'approved' }),
  anExpense({ id: '2', expense_id: 'EXP-0002', status: 'approved' }),
];
const twin = aDuplicate({ id: 'twin', expense_id: 'EXP-0009', status: 'paid' });
const invite = { id: '1', email: 'new@example.com', role: 'partner' as const, token: 'token-1', used_at: null };

const panel = (route: string, { handlers = [], ...rest }: Panel = {}) =>
  renderPanel(route, {
    expenses: [claim],
    users: [BOSS, aUser()],
    ...rest,
    handlers: [
      ...handlers,
      answer(REPORTS, [aReport({ sp_xls_web_url: null })]),
      answer(INVITES, [{ ...invite, expires_at: '2999-01-01T00:00:00.000Z' }]),
    ],
  });
const press = async (route: string, name: string | RegExp, options: Panel = {}) => {
  const view = panel(route, options);
  await view.user.click(await screen.findByRole('button', { name }));
  return view;
};

const rejecting = async (route: string, options: Panel = {}) => {
  const view = await press(route, 'Reject', options);
  return { view, dialog: within(await screen.findByRole('dialog', { name: 'Reject Expense' })) };
};
const reject = async (route: string, options: Panel) => {
  const { view, dialog } = await rejecting(route, options);
  await view.user.type(dialog.getByLabelText('Rejection Reason'), 'No date');
  await view.user.click(dialog.getByRole('button', { name: 'Reject' }));
};
const reverting = async (route: string, options: Panel) => {
  const view = await press(route, 'Mark as Submitted', options);
  return { view, note: await screen.findByLabelText('Note (optional)') };
};
const revert = async (route: string, options: Panel) => {
  const { view, note } = await reverting(route, options);
  await view.user.type(note, '{Enter}');
};
const pay = async (route: string, options: Panel) => {
  const view = await press(route, /^Mark as Paid \([12]\)/, { expenses: approved, ...options });
  await view.user.click(await screen.findByRole('button', { name: /^Pay/ }));
};
const editUser = async (route: string, handler: HttpHandler) => {
  const view = await press(route, 'Edit Ada Okafor', { handlers: [handler] });
  await view.user.selectOptions(await within(await screen.findByRole('dialog')).findByLabelText('Role'), 'Partner');
  await view.user.click(screen.getByRole('button', { name: 'Save' }));
};

export const adminPanel: States = {
  'panel: opened': (route) => {
    localStorage.setItem('list-view', 'category,date,amount,rate');
    panel(route);
  },
  'panel: loading': (route) => panel(route, { handlers: [hang(EXPENSES)] }),
  'panel: nothing matches': (route) => panel(route, { expenses: [] }),
  'panel: failed': (route) => panel(route, { handlers: [breakDown(EXPENSES, 500)] }),
  'panel: of a team member': (route) => panel(route, { as: aUser() }),
  'panel: refused': (route) => panel(route, { handlers: [refuse(EXPENSES, 'FORBIDDEN', 'Not for you')] }),

  'sheet: opened': (route) => panel(route),
  'sheet: of a paid expense': (route) => panel(route, { expenses: [anExpense({ status: 'paid' })] }),
  'sheet: with a receipt': (route) =>
    panel(route, {
      expenses: [anExpense({ receipt: 'r.png' })],
      handlers: [answerFile('GET /uploads/{filename}', 'png', 'image/png')],
    }),
  'sheet: duplicates failed': (route) => panel(route, { handlers: [breakDown(DUPLICATES, 500)] }),
  'sheet: history failed': (route) => panel(route, { handlers: [breakDown(HISTORY, 500)] }),

  'approve: done': (route) =>
    press(route, 'Approve', {
      handlers: [answer(APPROVE, { message: 'ok', expense: { ...claim, status: 'approved' } })],
    }),
  'approve: failed': (route) => press(route, 'Approve', { handlers: [breakDown(APPROVE, 500)] }),
  'approve: like another': (route) =>
    press(route, 'Approve', { handlers: [answer(DUPLICATES, { duplicates: [twin] })] }),
  'approve: duplicates unknown': (route) => press(route, 'Approve', { handlers: [breakDown(DUPLICATES, 500)] }),
  'reject: asked': (route) => rejecting(route),
  'reject: without a reason': async (route) => {
    const { view, dialog } = await rejecting(route);
    await view.user.type(dialog.getByLabelText('Rejection Reason'), '{Control>}{Enter}{/Control}');
  },
  'reject: done': (route) =>
    reject(route, { handlers: [answer(REJECT, { message: 'ok', expense: { ...claim, status: 'rejected' } })] }),
  'reject: failed': (route) => reject(route, { handlers: [breakDown(REJECT, 500)] }),
  'revert: asked': (route) => reverting(route, { expenses: [anExpense({ status: 'approved' })] }),
  'revert: done': (route) =>
    revert(route, {
      expenses: [anExpense({ status: 'approved' })],
      handlers: [answer(REVERT, { message: 'ok', expense: claim })],
    }),
  'revert: failed': (route) =>
    revert(route, { expenses: [anExpense({ status: 'rejected' })], handlers: [breakDown(REVERT, 500)] }),

  'pay: nobody chosen': (route) => panel(route, { expenses: approved }),
  'pay: nameless': (route) =>
    press(route, /^Mark as Paid \([12]\)/, { expenses: [anExpense({ status: 'approved', user_name: ' ' })] }),
  'pay: done': (route) =>
    pay(route, {
      handlers: [
        answer(PAY, { message: 'Paid', payment_id: '1', report: null, skipped: { already_paid: [], changed: [] } }),
      ],
    }),
  'pay: failed': (route) => pay(route, { handlers: [breakDown(PAY, 500)] }),

  'reports: none for anybody': (route) => panel(route, { handlers: [answer(REPORTS, [])] }),
  'reports: opened': (route) => panel(route, { expenses: [anExpense({ status: 'paid' })] }),
  'reports: in SharePoint': (route) =>
    panel(route, {
      handlers: [
        answer(REPORTS, [
          aReport({ sp_xls_web_url: 'https://example.com/x', sp_folder_web_url: 'https://example.com/f' }),
        ]),
      ],
    }),

  'users: opened': (route) => panel(route),
  'users: invites of every kind': (route) =>
    panel(route, {
      handlers: [
        answer(INVITES, [
          { ...invite, expires_at: '2999-01-01T00:00:00.000Z' },
          { ...invite, id: '2', expires_at: '2020-01-01T00:00:00.000Z' },
          { ...invite, id: '3', expires_at: '2999-01-01T00:00:00.000Z', used_at: '2026-01-01T00:00:00.000Z' },
        ]),
      ],
    }),
  'invite: no email': (route) => press(route, 'Create Invite'),
  'invite: created': async (route) => {
    const made = {
      email: 'a@example.com',
      role: 'partner' as const,
      token: 't',
      expires_at: '2999-01-01T00:00:00.000Z',
    };
    const view = panel(route, { handlers: [answer(INVITE, made)] });
    await view.user.type(await screen.findByLabelText('Email'), 'a@example.com');
    await view.user.click(screen.getByRole('button', { name: 'Create Invite' }));
  },
  'invite: failed': async (route) => {
    const view = panel(route, { handlers: [breakDown(INVITE, 500)] });
    await view.user.type(await screen.findByLabelText('Email'), 'a@example.com');
    await view.user.click(screen.getByRole('button', { name: 'Create Invite' }));
  },
  'user: the last super admin': (route) => press(route, 'Edit Bea Okafor'),
  'user: updated': (route) => editUser(route, answer(UPDATE, { message: 'ok', user: aUser() })),
  'user: failed': (route) => editUser(route, breakDown(UPDATE, 500)),
  'code: made': (route) =>
    press(route, 'Reset Code for Ada Okafor', {
      handlers: [answer(CODE, { reset_code: '012345', expires_in_seconds: 3600 })],
    }),
  'code: failed': (route) => press(route, 'Reset Code for Ada Okafor', { handlers: [breakDown(CODE, 500)] }),
};
