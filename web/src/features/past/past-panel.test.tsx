import { describe, expect, jest, test } from '@jest/globals';
import type { TimelineEvent } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { answer, answerFile, anExpense, aReport, expectAccessible } from '#app/testing';
import { BOSS, onAPhone, renderPanel, SLOW } from '#panel/testing';

const AS_OF = '2026-03-02T09:00:00.000Z';
const PATH = `/admin?as_of=${encodeURIComponent(AS_OF)}`;
const SUMMARY = {
  totals: [{ status: 'approved' as const, reimbursement_currency: 'EUR' as const, count: 1, total: 225 }],
  categories: [],
  complete: true,
};

const namesOf = (buttons: HTMLElement[]) =>
  buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent?.trim());
const TAXI = anExpense({ status: 'approved', justification: 'A taxi of then', receipt: 'then.png' });
const HOTEL = anExpense({ id: 'expense-2', expense_id: 'EXP-0002' });

const EMPTY = { events: [], next: 5, size: 9 };
const PAYMENT = { type: 'PaymentStarted', at: '2026-02-27T09:00:00.000Z' } as TimelineEvent;

function renderPast(path = PATH, handlers: HttpHandler[] = [], now = [TAXI, HOTEL]) {
  const asked: string[] = [];
  const categories: (string | null)[] = [];
  let summaries = 0;
  const view = renderPanel(path, {
    handlers: [
      ...handlers,
      http.get('*/api/admin/expenses/summary', ({ request }) => {
        // The sidebar counts what waits now.
        if (!new URL(request.url).searchParams.has('as_of')) return HttpResponse.json(SUMMARY);
        summaries += 1;
        const body = { code: 'SNAPSHOT_NOT_READY', message: 'The past is being read', details: { percent: 42 } };
        return summaries < 3 ? HttpResponse.json(body, { status: 503 }) : HttpResponse.json(SUMMARY);
      }),
      http.get('*/api/admin/expenses-with-users', ({ request }) => {
        const { searchParams } = new URL(request.url);
        const ids = searchParams.get('id')?.split(',') ?? [];
        if (ids.length > 1) return HttpResponse.json(now);
        asked.push(searchParams.get('as_of') ?? 'now');
        categories.push(searchParams.get('category'));
        return HttpResponse.json(
          (searchParams.get('q') ? [TAXI] : [TAXI, HOTEL]).filter(({ expense_id }) =>
            [null, expense_id].includes(searchParams.get('id')),
          ),
        );
      }),
      answer('GET /api/admin/expenses/{id}/audit', ({ query }) => {
        asked.push(query.get('as_of') ?? 'now');
        return { history: [] };
      }),
      http.get('*/uploads/:name', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('as_of') ?? 'now');
        return new HttpResponse('png', { headers: { 'Content-Type': 'image/png' } });
      }),
      answer('GET /api/audit/timeline', ({ query }) =>
        query.get('before') ? { events: [PAYMENT], next: null, size: 9 } : EMPTY,
      ),
      answer('GET /api/admin/reports', [aReport()]),
      answer('GET /api/admin/users', [BOSS]),
      answer('GET /api/admin/invites', []),
    ],
  });
  return { ...view, asked, categories };
}

describe('the panel as of an instant', () => {
  test('shows how far the past is read, then the past, without any action', async () => {
    const { asked, user } = renderPast();
    const bar = await screen.findByRole('region', { name: /The past: as of/ }, SLOW);
    expect(await within(bar).findByText('The past is being read from the events: 42%')).toBeVisible();
    expect(await within(bar).findByText('Nothing can be changed here.', {}, SLOW)).toBeVisible();
    const table = await screen.findByRole('table', { name: 'Expenses' });
    expect(within(table).getByText('A taxi of then')).toBeVisible();
    expect(namesOf(within(table).getAllByRole('button'))).toEqual(['EXP-0001', 'EXP-0002']);
    expect(screen.queryByRole('button', { name: /Approve EXP|Create|Mark as Paid/ })).toBeNull();
    expect(new Set(asked)).toEqual(new Set([AS_OF]));
    await expectAccessible();
    await user.click(screen.getByRole('tab', { name: 'Reports' }));
    expect(await screen.findByRole('table', { name: 'Reports' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'People' }));
    expect(await screen.findByText(BOSS.email)).toBeVisible();
    await expectAccessible();
  });

  test('exports the list as it was, by its filters', async () => {
    const asked = jest.fn();
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const file = answerFile('GET /api/admin/expenses/export', 'PK', 'application/zip', 'expenses.xlsx', (query) =>
      asked(Object.fromEntries(query)),
    );
    const { user } = renderPast(`${PATH}&status=approved`, [file]);
    await user.click(await screen.findByRole('button', { name: 'Export' }, SLOW));
    await user.click(await screen.findByRole('button', { name: 'Excel (xlsx)' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(asked.mock.calls).toEqual([[{ status: 'approved', as_of: AS_OF, format: 'xlsx' }]]);
    saved.mockRestore();
  });

  test('does not filter by a category, which it has no control for', async () => {
    const { categories } = renderPast(`${PATH}&category=Hotel`);
    expect(await screen.findByText('A taxi of then', {}, SLOW)).toBeVisible();
    expect(new Set(categories)).toEqual(new Set([null]));
  });

  test('says of each expense what is different now', async () => {
    const now = [
      { ...TAXI, status: 'paid' as const },
      { ...HOTEL, reimbursement_amount: 230 },
    ];
    renderPast(PATH, [], now);
    expect(await screen.findByText('now Paid', {}, SLOW)).toBeVisible();
    expect(screen.getByText('now 230.00 EUR')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Since then' })).toBeVisible();
    await expectAccessible();
  });

  test('says of an expense that it was deleted', async () => {
    renderPast(PATH, [], [TAXI]);
    expect(await screen.findByText('deleted', {}, SLOW)).toBeVisible();
    expect(screen.queryByText(/^now/)).toBeNull();
  });

  test.each([
    ['End of last month', (now: Date) => new Date(now.getFullYear(), now.getMonth(), 1)],
    ['End of last year', (now: Date) => new Date(now.getFullYear(), 0, 1)],
    ['Before the latest payment', () => new Date('2026-02-27T09:00:00.000Z')],
  ])('leads to an instant that is often asked for: %s', async (name, end) => {
    const { user, router } = renderPast();
    await user.click(await screen.findByRole('button', { name }, SLOW));
    const asOf = new Date(end(new Date()).getTime() - 1).toISOString();
    await waitFor(() => expect(router.state.location.search).toEqual({ as_of: asOf }));
  });

  test('is left for the present with one click', async () => {
    const { asked, user } = renderPast();
    await user.click(await screen.findByRole('button', { name: 'Back to now' }, SLOW));
    expect(await screen.findByRole('button', { name: '+ Create Expense' }, SLOW)).toBeVisible();
    await waitFor(() => expect(asked.at(-1)).toBe('now'));
  });

  test('opens an expense as it was then, with its trail and receipt of then', async () => {
    const { asked, user, router } = renderPast();
    await user.click(await screen.findByText('A taxi of then', {}, SLOW));
    const sheet = within(await screen.findByRole('dialog', { name: 'EXP-0001' }, SLOW));
    expect(sheet.getByText(/^The past: as of/)).toBeVisible();
    expect(await sheet.findByRole('img')).toBeVisible();
    expect(router.state.location.search).toEqual({ as_of: AS_OF, expense: 'EXP-0001' });
    const names = ['Close', 'Why this amount?', 'Open in new tab', 'Download'];
    const onReceipt = ['Zoom out', 'Fit, from 100%', 'Zoom in', 'Turn'];
    expect(new Set(namesOf(sheet.getAllByRole('button')))).toEqual(new Set([...names, ...onReceipt]));
    const link = sheet.getByRole('link', { name: 'All events of this expense until then' });
    expect(link).toHaveAttribute('href', `/audit?as_of=${encodeURIComponent(AS_OF)}&expense=EXP-0001`);
    expect(new Set(asked)).toEqual(new Set([AS_OF]));
    await expectAccessible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toEqual({ as_of: AS_OF }));
  });

  test('opens an expense by its address, and says so if there was none then', async () => {
    const { unmount } = renderPast(`${PATH}&expense=EXP-0002&q=taxi`);
    expect(await screen.findByRole('dialog', { name: 'EXP-0002' }, SLOW)).toBeVisible();
    unmount();
    renderPast(`${PATH}&expense=EXP-0003`);
    expect(await screen.findByText('EXP-0003 did not exist then.', {}, SLOW)).toBeVisible();
  });

  test('loads the rest of the list before it is printed', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const many = Array.from({ length: 101 }, (_, at) => anExpense({ id: `expense-${at}`, expense_id: `EXP-${at}` }));
    const { user } = renderPanel(PATH, {
      expenses: many,
      handlers: [answer('GET /api/admin/invites', []), answer('GET /api/admin/reports', [])],
    });
    expect(await screen.findByText('Show more', {}, SLOW)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Print all 101' }, SLOW));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(screen.getByText('EXP-0')).toBeVisible();
    expect(await screen.findByText('EXP-100')).toBeVisible();
    expect(screen.queryByText('Show more')).toBeNull();
  });

  test('is read-only on a phone as well', async () => {
    onAPhone();
    renderPast();
    const list = await screen.findByRole('list', { name: 'Expenses' }, SLOW);
    expect(namesOf(within(list).getAllByRole('button'))).toEqual(['EXP-0001', 'EXP-0002']);
    await expectAccessible();
  });
});
