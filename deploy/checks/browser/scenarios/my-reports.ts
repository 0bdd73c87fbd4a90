import type { ReportJson } from '@outlay/contracts';
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

const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', message: 'Please try again in a moment.' } as const;

const withState =
  (state: Partial<ReportJson>) =>
  ({ reports }: { reports: ReportJson[] }) => ({
    reports: reports.map((report, index) => (index === 0 ? { ...report, ...state } : report)),
  });

export const reportScenarios: readonly Scenario[] = [
  { screen: 'my-reports', state: 'list', as: 'member', path: '/my-reports', shows: button(/XLS/) },
  {
    screen: 'my-reports',
    state: 'empty',
    as: 'partner',
    path: '/my-reports',
    before: respond('**/api/admin/my-reports', { reports: [] }),
    shows: text('No reports found'),
  },
  {
    screen: 'my-reports',
    state: 'loading',
    as: 'member',
    path: '/my-reports',
    before: hang('**/api/admin/my-reports'),
    shows: heading('My Reports'),
    staysBusy: true,
  },
  {
    screen: 'my-reports',
    state: 'failed',
    as: 'member',
    path: '/my-reports',
    before: respondWithError('**/api/admin/my-reports', 503, UNAVAILABLE),
    shows: text('Your reports could not be loaded.'),
  },
  {
    screen: 'my-reports',
    state: 'pending',
    as: 'member',
    path: '/my-reports',
    before: editResponse('**/api/admin/my-reports', withState({ status: 'pending' })),
    shows: text('Being prepared'),
  },
  {
    screen: 'my-reports',
    state: 'delayed',
    as: 'member',
    path: '/my-reports',
    before: editResponse(
      '**/api/admin/my-reports',
      withState({ status: 'failed', retry_at: '2030-01-31T12:00:00.000Z' }),
    ),
    shows: text('Delayed, will be tried again'),
  },
  {
    screen: 'my-reports',
    state: 'view',
    as: 'member',
    path: ({ report }) => `/my-reports?report=${report.filename}`,
    shows: dialog('Payment Report'),
  },
  {
    screen: 'my-reports',
    state: 'view-preview',
    as: 'member',
    path: ({ report }) => `/my-reports?report=${report.filename}`,
    steps: ({ page }) => page.getByRole('button', { name: 'Preview Excel (inline)' }).click(),
    shows: (page) => page.getByRole('dialog').getByRole('table').first(),
  },
  {
    screen: 'my-reports',
    state: 'view-preview-failed',
    as: 'member',
    path: ({ report }) => `/my-reports?report=${report.filename}`,
    before: respondWithError('**/api/admin/reports/*/json', 503, UNAVAILABLE),
    steps: ({ page }) => page.getByRole('button', { name: 'Preview Excel (inline)' }).click(),
    shows: text('Failed to load report preview.'),
  },
  {
    screen: 'my-reports',
    state: 'download-failed',
    as: 'member',
    path: '/my-reports',
    before: respondWithError('**/api/admin/reports/*/download', 503, UNAVAILABLE),
    steps: ({ page }) => page.getByRole('button', { name: /XLS/ }).first().click(),
    shows: text('Failed to download report'),
  },
];
