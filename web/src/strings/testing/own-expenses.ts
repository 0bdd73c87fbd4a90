import { act, screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { answer, answerFile, anExpense, aReport, aUser, breakDown, hang, noAnswer, renderRoute } from '#app/testing';
import type { States } from './states';

const LIST = 'GET /api/expenses';
const FILE = 'GET /uploads/{filename}';
const AUDIT = 'GET /api/expenses/{id}/audit';
const REPORTS = 'GET /api/admin/my-reports';
const PASSWORD = 'PUT /api/auth/password';

const show = (route: string, handlers: HttpHandler[] = []) =>
  renderRoute(route, {
    as: aUser(),
    handlers: [
      ...handlers,
      answer(LIST, [anExpense()]),
      answer(AUDIT, { audit_log: [] }),
      answer(REPORTS, { reports: [aReport()] }),
    ],
  });
const showOne = (route: string, changes: Parameters<typeof anExpense>[0], handlers: HttpHandler[] = []) =>
  show(route, [...handlers, answer(LIST, [anExpense(changes)])]);

const deleting = async (route: string, handlers: HttpHandler[] = []) => {
  const view = showOne(route, { status: 'draft' }, handlers);
  await view.user.click(await screen.findByRole('button', { name: 'Delete EXP-0001' }));
  return { ...view, dialog: within(await screen.findByRole('dialog')) };
};

const press = async (route: string, name: RegExp, handlers: HttpHandler[] = []) => {
  const view = show(route, handlers);
  await view.user.click(await screen.findByRole('button', { name }));
  return view;
};

const changePassword = async (
  route: string,
  [current = '', next = '', confirmation = ''],
  handlers: HttpHandler[] = [],
) => {
  const view = show(route, handlers);
  await view.user.type(await screen.findByLabelText('Current password'), current);
  await view.user.type(screen.getByLabelText('New password'), next);
  await view.user.type(screen.getByLabelText('Confirm new password'), confirmation);
  await view.user.click(screen.getByRole('button', { name: 'Update Password' }));
};

export const ownExpenses: States = {
  'a list': (route) => show(route),
  'a partner': (route) => renderRoute(route, { as: aUser({ role: 'partner' }), handlers: [answer(LIST, [])] }),
  'a super admin': (route) => renderRoute(route, { as: aUser({ role: 'super_admin' }), handlers: [answer(LIST, [])] }),
  'list: loading': (route) => show(route, [hang(LIST)]),
  'list: empty': (route) => show(route, [answer(LIST, [])]),
  'list: failed': (route) => show(route, [breakDown(LIST, 500)]),
  'list: offline': async (route) => {
    show(route);
    await screen.findByRole('table');
    act(() => void window.dispatchEvent(new Event('offline')));
  },
  'list: unreachable': async (route) => {
    const { unmount } = show(route);
    await screen.findByRole('table');
    unmount();
    show(route, [noAnswer(LIST)]);
  },
  'list: a rejected expense': (route) => showOne(route, { status: 'rejected', admin_notes: 'Which client?' }),
  'list: a declared expense': (route) => showOne(route, { no_receipt: true }),
  'details: without a receipt': (route) => show(route),
  'details: with a receipt': (route) => showOne(route, { receipt: 'r.png' }, [answerFile(FILE, 'png', 'image/png')]),
  'details: receipt gone': (route) => showOne(route, { receipt: 'r.png' }, [breakDown(FILE, 404)]),
  'details: approved': (route) => showOne(route, { status: 'approved', approved_at: '2026-03-07T10:00:00.000Z' }),
  'details: trail failed': (route) => show(route, [breakDown(AUDIT, 500)]),
  'delete: asked': (route) => deleting(route),
  'delete: done': async (route) => {
    const { user, dialog } = await deleting(route, [answer('DELETE /api/expenses/{id}', { message: '' })]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
  },
  'delete: failed': async (route) => {
    const { user, dialog } = await deleting(route, [breakDown('DELETE /api/expenses/{id}', 500)]);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
  },

  'reports: loading': (route) => show(route, [hang(REPORTS)]),
  'reports: none': (route) => show(route, [answer(REPORTS, { reports: [] })]),
  'reports: preview failed': async (route) => {
    const view = await press(route, /^View/, [breakDown('GET /api/admin/reports/{filename}/json', 500)]);
    await view.user.click(await screen.findByRole('button', { name: 'Preview Excel (inline)' }));
  },
  'reports: download failed': (route) =>
    press(route, /^XLS/, [breakDown('GET /api/admin/reports/{filename}/download', 500)]),
  'reports: zip failed': (route) =>
    press(route, /^ZIP/, [breakDown('GET /api/admin/reports/{filename}/receipts-zip', 500)]),

  'settings: no currency': (route) => {
    const { reimbursement_currency: _none, ...profile } = aUser();
    return renderRoute(route, { token: 'a.b.c', handlers: [answer('GET /api/auth/me', () => Response.json(profile))] });
  },
  'settings: profile failed': (route) => {
    localStorage.setItem('user', JSON.stringify(aUser()));
    return renderRoute(route, { token: 'a.b.c', handlers: [breakDown('GET /api/auth/me', 503)] });
  },
  'password: mistyped': (route) => changePassword(route, ['old-one', 'new-one', 'new-two']),
  'password: short': (route) => changePassword(route, ['old-one', '12345', '12345']),
  'password: refused without words': (route) =>
    changePassword(route, ['old-one', 'new-one', 'new-one'], [breakDown(PASSWORD, 400)]),
  'password: failed': (route) => changePassword(route, ['old-one', 'new-one', 'new-one'], [breakDown(PASSWORD, 500)]),
  'password: changed': (route) =>
    changePassword(route, ['old-one', 'new-one', 'new-one'], [answer(PASSWORD, { message: 'ok', token: 'd.e.f' })]),

  'no token': (route) => renderRoute(route),
};
