import { describe, expect, test } from '@jest/globals';
import type { AuditEntryJson, TimelineEvent } from '@outlay/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { webcrypto } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Routes } from '#lib/routes';
import {
  aReport,
  aRun,
  aUser,
  anExpense,
  answer,
  answerFile,
  breakDownUntil,
  noAnalytics,
  rateSources,
  renderRoute,
  trailState,
} from './testing';

// jsdom has no WebCrypto.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

type GetKey = Extract<keyof Routes, `GET ${string}`>;
type User = ReturnType<typeof renderRoute>['user'];

interface Pane {
  readonly path: string;
  readonly open?: (user: User) => Promise<unknown>;
}

const SLOW = { timeout: 15_000 };
const AT = '2026-03-06T09:00:00.000Z';
const PAST = `as_of=${encodeURIComponent(AT)}`;
const boss = aUser({ id: 'boss', role: 'super_admin', email: 'boss@example.com' });
const claim = anExpense({ receipt: 'r.png', receipt_name: 'r.png', currency: 'KES', user_id: 'user-1' });
const report = aReport();
const NOTE = `log\n1\n${'A'.repeat(43)}=\n\n— log AAAAAAAA\n`;

const approved: AuditEntryJson = {
  id: 'a1',
  action: 'approved',
  field_name: null,
  old_value: null,
  new_value: null,
  change_summary: 'Approved',
  changed_by_email: boss.email,
  changed_by_role: 'super_admin',
  created_at: AT,
  revision: 1,
  event_type: 'ExpenseApproved',
};

const event: TimelineEvent = {
  position: '0',
  leaf: 0,
  stream: 'expense-1',
  revision: 1,
  id: 'event-0',
  type: 'ExpenseRejected',
  version: 1,
  at: AT,
  actor: { id: boss.id, email: boss.email, role: 'super_admin' },
  data: { reason: 'Blurred' },
  metadata: {
    schemaVersion: 1,
    actor: { id: boss.id, email: boss.email, role: 'super_admin' },
    at: AT,
    correlationId: 'c',
    causationId: null,
    previousHash: null,
  },
  hash: 'ab'.repeat(32),
  expense_id: claim.expense_id,
  person_id: boss.id,
};

const decision = {
  expense_id: claim.expense_id,
  action: 'approved' as const,
  by: { event_id: 'e', event_type: 'ExpenseApproved', revision: 1, actor_email: boss.email, at: AT },
  reason: null,
  payment_id: null,
  dismissed_duplicates: [],
  basis: { revision: 0, head: 'ab'.repeat(32), receipt_sha256: null },
  sent: null,
  sent_matches: null,
  then: { expense: { ...claim, receipt: 'old.png', receipt_sha256: 'aa' }, duplicates: [] },
  now: { expense: claim, duplicates: [] },
  differences: [],
};

const ANSWERS = [
  answer('GET /api/expenses', [claim]),
  answer('GET /api/expenses/duplicate-warning', { same_figures: null, same_receipt: null }),
  answer('GET /api/expenses/{id}/audit', { audit_log: [approved] }),
  answerFile('GET /uploads/{filename}', 'png', 'image/png'),
  answer('GET /api/admin/my-reports', { reports: [report] }),
  answer('GET /api/admin/reports', [report]),
  answer('GET /api/admin/payment-runs', []),
  answer('GET /api/admin/payment-runs/{id}', aRun()),
  answer('GET /api/trips', []),
  answer('GET /api/admin/views', []),
  answer('GET /api/admin/users', [boss]),
  answer('GET /api/admin/invites', []),
  answer('GET /api/audit/people/{id}', { history: [] }),
  answer('GET /api/admin/expenses-with-users', [claim]),
  answer('GET /api/admin/expenses/{id}/audit', { history: [approved] }),
  answer('GET /api/admin/expenses/{id}/duplicates', { duplicates: [] }),
  answer('GET /api/admin/expenses/{id}/decisions/{revision}', decision),
  answerFile('GET /api/admin/expenses/{id}/decisions/{revision}/receipt', 'png', 'image/png'),
  answer('GET /api/admin/exchange-rate-sources', rateSources()),
  answer('GET /api/audit/timeline', { events: [event], next: null, size: 1 }),
  answerFile('GET /api/audit/checkpoint', NOTE, 'text/plain'),
  answerFile('GET /api/audit/key', `log+00000000+AQ${'A'.repeat(42)}`, 'text/plain'),
  answer('GET /api/audit/verifications', []),
  answer('GET /api/audit/tokens', []),
  answer('GET /api/admin/analytics', noAnalytics()),
  answer('GET /api/audit/state', trailState()),
  http.get('/api/audit/events', () => new HttpResponse('', { headers: { 'Content-Type': 'text/event-stream' } })),
];

const click = (name: string | RegExp) => async (user: User) =>
  user.click((await screen.findAllByRole('button', { name }, SLOW)).at(-1) as HTMLElement);

const approver = click('What the approver saw');
const evidence = async (user: User) => user.click(await screen.findByText(/^Evidence/, {}, SLOW));

/** Every call of the client that fills a pane, and where: each fails there once. */
const PANES: Partial<Record<GetKey, readonly Pane[]>> = {
  'GET /api/expenses': [{ path: '/my-expenses' }, { path: '/submit-expense?edit=EXP-0001' }],
  'GET /api/expenses/summary': [{ path: '/my-expenses' }],
  'GET /api/expenses/{id}/audit': [{ path: '/my-expenses?expense=EXP-0001' }],
  'GET /api/expenses/{id}/why': [
    { path: '/admin?expense=EXP-0001', open: click('Why this amount?') },
    { path: `/admin?expense=EXP-0001&${PAST}`, open: click('Why this amount?') },
  ],
  'GET /uploads/{filename}': [{ path: '/my-expenses?expense=EXP-0001' }, { path: '/admin?expense=EXP-0001' }],
  'GET /api/exchange-rate': [
    {
      path: '/submit-expense',
      open: async (user) => {
        fireEvent.change(await screen.findByLabelText('Date', undefined, SLOW), {
          target: { value: new Date().toISOString().slice(0, 10) },
        });
        fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '12.50' } });
        await user.selectOptions(screen.getByLabelText('Currency'), 'KES');
      },
    },
  ],
  'GET /api/trips': [{ path: '/my-expenses', open: click('Trips') }],
  'GET /api/admin/my-reports': [{ path: '/my-reports' }],
  'GET /api/admin/reports': [{ path: '/admin?tab=reports' }, { path: `/admin?tab=reports&${PAST}` }],
  'GET /api/admin/reports/{filename}/json': [
    { path: `/my-reports?report=${report.filename}`, open: click(/^Preview Excel/) },
    { path: `/admin?tab=reports&report=${report.filename}`, open: click(/^Preview Excel/) },
  ],
  'GET /api/admin/payment-runs': [{ path: '/admin?tab=payments' }],
  'GET /api/admin/payment-runs/{id}': [{ path: '/admin?tab=payments&run=run-1' }],
  'GET /api/admin/views': [{ path: '/admin', open: click('View') }],
  'GET /api/admin/users': [
    { path: '/admin?tab=users' },
    { path: '/admin', open: click('+ Create Expense') },
    { path: `/admin?tab=users&${PAST}` },
  ],
  'GET /api/admin/invites': [{ path: '/admin?tab=users' }, { path: `/admin?tab=users&${PAST}` }],
  'GET /api/audit/people/{id}': [{ path: '/admin?tab=users', open: click(/^Edit/) }],
  'GET /api/admin/expenses-with-users': [
    { path: '/admin' },
    { path: `/admin?${PAST}` },
    { path: `/admin?${PAST}&expense=EXP-0001` },
    { path: `/admin?tab=reports&report=${report.filename}` },
  ],
  'GET /api/admin/expenses/summary': [{ path: '/admin' }, { path: `/admin?${PAST}` }],
  'GET /api/admin/expenses/{id}/audit': [
    { path: '/admin?expense=EXP-0001' },
    { path: `/admin?expense=EXP-0001&${PAST}` },
  ],
  'GET /api/admin/expenses/{id}/duplicates': [{ path: '/admin?expense=EXP-0001' }],
  'GET /api/admin/expenses/{id}/decisions/{revision}': [{ path: '/admin?expense=EXP-0001', open: approver }],
  'GET /api/admin/expenses/{id}/decisions/{revision}/receipt': [{ path: '/admin?expense=EXP-0001', open: approver }],
  'GET /api/admin/analytics': [{ path: '/admin?tab=analytics' }, { path: `/admin?tab=analytics&${PAST}` }],
  'GET /api/admin/exchange-rate-sources': [{ path: '/admin' }],
  'GET /api/audit/timeline': [{ path: '/audit' }, { path: '/audit?event=7' }],
  'GET /api/audit/checkpoint': [{ path: '/audit', open: evidence }],
  'GET /api/audit/verifications': [{ path: '/audit' }],
  'GET /api/audit/proof/inclusion': [{ path: '/audit?event=0' }],
  'GET /api/audit/tokens': [{ path: '/admin?tab=users' }],
};

const NO_PANES: Partial<Record<GetKey, string>> = {
  'GET /api/auth/me': 'Ends the session, or the stored profile stays.',
  'GET /api/expenses/changes': 'Connects again by itself.',
  'GET /api/admin/expenses/changes': 'Connects again by itself.',
  'GET /api/expenses/duplicate-warning': 'Saving gives the warning as well.',
  'GET /api/audit/state': 'A banner that asks again by itself.',
  'GET /api/audit/key': 'Of the same pane as the proof.',
  'GET /api/audit/events': 'A download, and what is new in a list that is there already.',
  'GET /api/audit/proof/consistency': 'The answer to a button, which can be pressed again.',
  'GET /api/audit/proof-pack': 'A download.',
  'GET /api/audit/schemas': 'A download.',
  'GET /api/admin/expenses/export': 'A download.',
  'GET /api/admin/expenses/states': 'Asked after a change; without an answer, the rows stay until the next one.',
  'GET /api/admin/payment-runs/{id}/download': 'A download.',
  'GET /api/admin/reports/{filename}/download': 'A download.',
  'GET /api/admin/reports/{filename}/receipts-zip': 'A download.',
};

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (/\.(css|json|md)$/.test(name) || name === 'testing') return [];
    if (!/\.tsx?$/.test(name)) return sources(`${folder}/${name}`);
    return name.includes('.test.') ? [] : [readFileSync(`${folder}/${name}`, 'utf8')];
  });
}

test('every reading call of the client is listed as a pane, or with the reason against it', () => {
  const called = sources(`${import.meta.dirname}/..`).flatMap((text) =>
    [...text.matchAll(/'(GET \/[^']+)'/g)].map(([, key = '']) => key),
  );
  expect(new Set([...Object.keys(PANES), ...Object.keys(NO_PANES)])).toEqual(new Set(called));
});

describe('a pane whose call fails offers Retry, which asks again', () => {
  const cases = Object.entries(PANES).flatMap(([key, panes]) => panes.map((pane) => [key, pane.path, pane] as const));

  test.each(cases)('%s at %s', async (name, _path, pane) => {
    const key = name as GetKey;
    let isMended = false;
    let asked = 0;
    const path = key.slice('GET '.length).replace(/\{(\w+)\}/g, ':$1');
    const { user } = renderRoute(pane.path, {
      as: boss,
      handlers: [
        http.get(path, () => void (isMended && (asked += 1))),
        breakDownUntil(key, () => isMended),
        ...ANSWERS,
      ],
    });
    await pane.open?.(user);
    // Two panes of one screen may ask the same call.
    const [retry] = await screen.findAllByRole('button', { name: /^(Retry|Try again)$/ }, SLOW);
    expect(retry).toBeVisible();
    isMended = true;
    await user.click(retry as HTMLElement);
    await waitFor(() => expect(asked).toBeGreaterThan(0), SLOW);
  });
});
