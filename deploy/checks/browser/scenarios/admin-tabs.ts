import type { ReportJson, UserJson } from '@outlay/contracts';
import {
  respond,
  button,
  editResponse,
  dialog,
  heading,
  hang,
  respondWithError,
  text,
  type Scenario,
} from '../scenario.js';

const admin = { as: 'admin' } as const;
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', message: 'Please try again in a moment.' } as const;

const pendingReports = (reports: ReportJson[]) => reports.map((report) => ({ ...report, status: 'pending' }));

export const adminTabScenarios: readonly Scenario[] = [
  { ...admin, screen: 'admin-reports', state: 'list', path: '/admin?tab=reports', shows: button(/XLS/) },
  {
    ...admin,
    screen: 'admin-reports',
    state: 'pending',
    path: '/admin?tab=reports',
    before: editResponse('**/api/admin/reports', pendingReports),
    shows: text('Being prepared'),
  },
  {
    ...admin,
    screen: 'admin-reports',
    state: 'empty',
    path: '/admin?tab=reports',
    before: respond('**/api/admin/reports', []),
    shows: text('No reports found'),
  },
  {
    ...admin,
    screen: 'admin-reports',
    state: 'unavailable',
    path: '/admin?tab=reports',
    before: respondWithError('**/api/admin/reports', 503, UNAVAILABLE),
    shows: text('This list is not available right now.'),
  },
  {
    ...admin,
    screen: 'admin-reports',
    state: 'view',
    path: ({ report }) => `/admin?tab=reports&report=${report.filename}`,
    shows: dialog('Payment Report'),
  },
  { ...admin, screen: 'admin-users', state: 'list', path: '/admin?tab=users', shows: heading('Users') },
  {
    ...admin,
    screen: 'admin-users',
    state: 'loading',
    path: '/admin?tab=users',
    before: hang('**/api/admin/{users,invites}'),
    shows: button('Create Invite'),
    staysBusy: true,
  },
  {
    ...admin,
    screen: 'admin-users',
    state: 'long-name',
    path: '/admin?tab=users',
    before: editResponse<UserJson[]>('**/api/admin/users', ([first, ...others]) => [
      ...(first ? [{ ...first, first_name: 'Wolfeschlegelsteinhausen'.repeat(4) }] : []),
      ...others,
    ]),
    shows: text(/^Wolfeschlegel/),
  },
  {
    ...admin,
    screen: 'admin-users',
    state: 'invite-invalid',
    path: '/admin?tab=users',
    steps: ({ page }) => page.getByRole('button', { name: 'Create Invite' }).click(),
    shows: text('Email is required'),
  },
  {
    ...admin,
    screen: 'admin-users',
    state: 'invite-created',
    path: '/admin?tab=users',
    before: respond('**/api/auth/invites', {
      email: 'nia.okello@demo.example',
      role: 'team_member',
      token: 'sample-token-that-opens-nothing-000000000000',
      expires_at: '2030-01-31T12:00:00.000Z',
    }),
    steps: async ({ page }) => {
      await page.getByLabel('Email').fill('nia.okello@demo.example');
      await page.getByRole('button', { name: 'Create Invite' }).click();
    },
    shows: button('Copy token'),
  },
  {
    ...admin,
    screen: 'admin-users',
    state: 'edit',
    path: '/admin?tab=users',
    steps: ({ page }) =>
      page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click(),
    shows: dialog('Edit User'),
  },
  {
    ...admin,
    screen: 'admin-users',
    state: 'last-super-admin',
    path: '/admin?tab=users',
    before: editResponse<{ role: string }[]>('**/api/admin/users', (users) => users.filter(isNotOtherAdmin)),
    steps: ({ page }) => page.getByRole('button', { name: 'Edit Amélie Laurent' }).click(),
    shows: text('There must be at least one super admin.'),
  },
  {
    ...admin,
    screen: 'admin-users',
    state: 'reset-code',
    path: '/admin?tab=users',
    before: respond('**/reset-code', { reset_code: '482915', expires_in_seconds: 3600 }),
    steps: ({ page }) =>
      page
        .getByRole('button', { name: /^Reset Code for / })
        .last()
        .click(),
    shows: dialog('Password Reset Code'),
  },
  {
    ...admin,
    screen: 'admin-analytics',
    state: 'charts',
    path: '/admin?tab=analytics',
    shows: heading('Spending by person'),
  },
];

function isNotOtherAdmin(user: { role: string; email?: string }): boolean {
  return user.role !== 'super_admin' || user.email === 'amelie.laurent@demo.example';
}
