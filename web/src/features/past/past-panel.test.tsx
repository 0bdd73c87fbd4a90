import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { answer, anExpense, aReport, expectAccessible } from '#app/testing';
import { BOSS, onAPhone, renderPanel, SLOW } from '#panel/testing';

const AS_OF = '2026-03-02T09:00:00.000Z';
const PATH = `/admin?as_of=${encodeURIComponent(AS_OF)}`;
const SUMMARY = {
  totals: [{ status: 'approved' as const, reimbursement_currency: 'EUR' as const, count: 1, total: 225 }],
  categories: [],
  complete: true,
};

function renderPast() {
  const asked: string[] = [];
  let summaries = 0;
  const view = renderPanel(PATH, {
    handlers: [
      http.get('*/api/admin/expenses/summary', () => {
        summaries += 1;
        const body = { code: 'SNAPSHOT_NOT_READY', message: 'The past is being read', details: { percent: 42 } };
        return summaries < 3 ? HttpResponse.json(body, { status: 503 }) : HttpResponse.json(SUMMARY);
      }),
      http.get('*/api/admin/expenses-with-users', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('as_of') ?? 'now');
        return HttpResponse.json([anExpense({ status: 'approved', justification: 'A taxi of then' })]);
      }),
      answer('GET /api/admin/reports', [aReport()]),
      answer('GET /api/admin/users', [BOSS]),
      answer('GET /api/admin/invites', []),
    ],
  });
  return { ...view, asked };
}

describe('the panel as of an instant', () => {
  test('shows how far the past is read, then the past, without any action', async () => {
    const { asked, user } = renderPast();
    const bar = await screen.findByRole('region', { name: /The past: as of/ }, SLOW);
    expect(await within(bar).findByText('The past is being read from the events: 42%')).toBeVisible();
    expect(await within(bar).findByText('Nothing can be changed here.', {}, SLOW)).toBeVisible();
    const table = await screen.findByRole('table', { name: 'Expenses' });
    expect(within(table).getByText('A taxi of then')).toBeVisible();
    expect(within(table).queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('button', { name: /Approve EXP|Create|Mark as Paid/ })).toBeNull();
    expect(new Set(asked)).toEqual(new Set([AS_OF]));
    await expectAccessible();
    await user.click(screen.getByRole('tab', { name: 'Reports' }));
    expect(await screen.findByRole('table', { name: 'Reports' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'People' }));
    expect(await screen.findByText(BOSS.email)).toBeVisible();
    await expectAccessible();
  });

  test('is left for the present with one click', async () => {
    const { asked, user } = renderPast();
    await user.click(await screen.findByRole('button', { name: 'Back to now' }, SLOW));
    expect(await screen.findByRole('button', { name: '+ Create Expense' }, SLOW)).toBeVisible();
    await waitFor(() => expect(asked.at(-1)).toBe('now'));
  });

  test('is read-only on a phone as well', async () => {
    onAPhone();
    renderPast();
    const list = await screen.findByRole('list', { name: 'Expenses' }, SLOW);
    expect(within(list).queryAllByRole('button')).toEqual([]);
    await expectAccessible();
  });
});
