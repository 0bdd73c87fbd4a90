import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  anExpense,
  aToken,
  aUser,
  breakDown,
  expectAccessible,
  hang,
  noAnswer,
  refuse,
  renderRoute,
  server,
} from '#app/testing';

const LIST = 'GET /api/expenses';
// The fiftieth of its characters consists of several code points.
const start = `${'The receipt does not show the date. '.repeat(2).slice(0, 49)}👨‍👩‍👧`;
const long = `${start} Please send another one, with the date and the name of the restaurant.`;

const hotel = anExpense({ id: 'e1', expense_id: 'EXP-1', receipt: 'r.png', vat_amount: 12.5, amount: 1250 });
const taxi = anExpense({
  id: 'e2',
  expense_id: 'EXP-2',
  type: 'Taxi / Ride',
  justification: 'Airport',
  status: 'rejected',
  admin_notes: long,
  submitted_at: '2026-03-05T09:00:00.000Z',
});
const draft = anExpense({
  id: 'e3',
  expense_id: 'EXP-3',
  type: 'IT',
  justification: 'Keyboard',
  status: 'draft',
  submitted_at: null,
  created_at: '2026-03-01T09:00:00.000Z',
  reimbursement_amount: null,
  exchange_rate: null,
});
const paid = anExpense({
  id: 'e4',
  expense_id: 'EXP-4',
  status: 'paid',
  justification: 'Old',
  submitted_at: '2026-02-01',
});

function show(path = '/my-expenses', handlers = [answer(LIST, [hotel, taxi, draft, paid])]) {
  return renderRoute(path, { as: aUser(), handlers });
}
const table = () => screen.findByRole('table', { name: 'My expenses' });
const descriptions = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[3]?.querySelector('button')?.textContent);
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

function onSmallScreen() {
  const matchMedia = window.matchMedia;
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('48rem') });
  return () => {
    window.matchMedia = matchMedia;
  };
}

describe('my expenses', () => {
  test('lists amounts with VAT, rate, status, receipt and actions', async () => {
    show();
    const first = await row(/Two nights in Nairobi/);
    const cells = first.getAllByRole('cell').map((cell) => cell.textContent);
    expect(cells.slice(0, 8)).toEqual([
      '5 Mar 2026',
      '6 Mar 2026',
      'Hotel',
      'Two nights in Nairobi',
      '1,250.00 USDVAT: 12.50',
      '225.00 EURRate: 0.9000',
      'Submitted',
      'View',
    ]);
    expect(first.getByRole('link', { name: 'Edit EXP-1' })).toHaveAttribute('href', '/submit-expense?edit=EXP-1');
    expect(first.queryByRole('button', { name: /Delete/ })).toBeNull();

    const third = await row(/Keyboard/);
    expect(third.getByText('N/A')).toBeVisible();
    expect(third.getByText('No receipt')).toBeVisible();
    expect(third.getByRole('button', { name: 'Delete EXP-3' })).toBeVisible();

    const last = await row(/Old/);
    expect(last.queryByRole('link', { name: /Edit/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'New Expense' })).toHaveAttribute('href', '/submit-expense');
    await expectAccessible();
  });

  test('cuts a rejection reason to 50 characters in a row', async () => {
    show();
    expect((await row(/Airport/)).getByText(`${start}...`)).toBeVisible();
  });

  test('a small screen has the filters folded, and New Expense below the list', async () => {
    const restore = onSmallScreen();
    const view = show('/my-expenses?status=submitted');
    await screen.findByRole('list', { name: 'My expenses' });
    const fold = screen.getByRole('button', { name: 'Filters (1)' });
    expect(fold).toHaveAttribute('aria-expanded', 'false');
    await view.user.click(fold);
    expect(fold).toHaveAttribute('aria-expanded', 'true');
    const [link, ...others] = screen.getAllByRole('link', { name: 'New Expense' });
    expect(others).toEqual([]);
    const list = screen.getByRole('list', { name: 'My expenses' });
    expect(list.compareDocumentPosition(link as HTMLElement)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expectAccessible();
    restore();
  });

  test('shows cards on a small screen, with 80 characters of a rejection reason', async () => {
    const restore = onSmallScreen();
    show();
    const cards = within(await screen.findByRole('list', { name: 'My expenses' }));
    restore();
    expect(cards.getByText(`${long.slice(0, start.length + 30)}...`)).toBeVisible();
    expect(cards.getAllByRole('listitem')).toHaveLength(4);
    await expectAccessible();
  });

  test('a summary card shows count and total, and toggles a filter', async () => {
    const view = show();
    const card = await screen.findByRole('button', { name: /^Rejected/ });
    expect(card).toHaveTextContent('Rejected1225.00 EUR');
    await view.user.click(card);
    await waitFor(async () => expect(await descriptions()).toEqual(['Airport']));
    expect(card).toHaveAttribute('aria-pressed', 'true');
    expect(view.router.state.location.search).toEqual({ status: 'rejected' });
    expect(await screen.findByText('1 expense matches')).toBeVisible();
    await view.user.click(card);
    await waitFor(async () => expect(await descriptions()).toHaveLength(4));
  });

  test('filters are in the URL', async () => {
    const view = show('/my-expenses?status=rejected&sort=expense');
    expect(await screen.findByLabelText('Status')).toHaveValue('rejected');
    expect(screen.getByLabelText('Sort by')).toHaveValue('expense');
    await view.user.selectOptions(screen.getByLabelText('Status'), 'All');
    await view.user.selectOptions(await screen.findByLabelText('Category'), 'IT');
    await waitFor(() => expect(view.router.state.location.search).toEqual({ category: 'IT', sort: 'expense' }));
    await waitFor(async () => expect(await descriptions()).toEqual(['Keyboard']));
  });

  test('the heads of both dates sort, and show which one does', async () => {
    const { user, router } = show();
    const head = (name: string) => screen.findByRole('columnheader', { name });
    expect(await head('Submission')).toHaveAttribute('aria-sort', 'descending');
    expect(await head('Date')).toHaveAttribute('aria-sort', 'none');
    await user.click(within(await head('Date')).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'expense' }));
    expect(await head('Date')).toHaveAttribute('aria-sort', 'descending');
    expect(screen.getByLabelText('Sort by')).toHaveValue('expense');
    await user.click(within(await head('Submission')).getByRole('button'));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('says of a claim without a receipt whether that was declared', async () => {
    const declared = { ...taxi, receipt: null, no_receipt: true };
    const { user } = show('/my-expenses', [
      answer(LIST, [declared, draft]),
      answer('GET /api/expenses/{id}/audit', { audit_log: [] }),
    ]);
    expect((await row(/Keyboard/)).queryByText('on honor')).toBeNull();
    expect((await row(/Airport/)).getByText('on honor')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Airport' }));
    const details = within(await screen.findByRole('dialog', { name: 'Expense details' }));
    expect(details.getByText('Declared on honor: there is no receipt for this expense.')).toBeVisible();
  });

  test('the search filters at once, updates the URL after a pause, and can be cleared', async () => {
    const view = show();
    await table();
    await view.user.type(screen.getByLabelText('Search'), '1,250');
    await waitFor(async () => expect(await descriptions()).toEqual(['Two nights in Nairobi']));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ q: '1,250' }));

    await view.user.type(screen.getByLabelText('Search'), 'x');
    expect(await screen.findByText('No expense matches these filters.')).toBeVisible();
    expect(screen.queryByText('No expenses found')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(async () => expect(await descriptions()).toHaveLength(4));
    expect(screen.getByLabelText('Search')).toHaveValue('');
  });

  test('does not say that there are none while a cleared search is on its way', async () => {
    const answered = answer(LIST, ({ query }) => (query.has('q') ? [] : new Promise<never>(() => undefined)));
    const { user } = show('/my-expenses?q=nothing', [answered]);
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(screen.getByLabelText('Search')).toHaveValue('');
    expect(screen.queryByText('No expenses found')).toBeNull();
    expect(screen.getByText('No expense matches these filters.')).toBeVisible();
  });

  test('shows a loading message', async () => {
    show('/my-expenses', [hang(LIST)]);
    expect(await screen.findByText('Loading your expenses...')).toBeVisible();
  });

  test('an empty list suggests a first expense', async () => {
    show('/my-expenses', [answer(LIST, [])]);
    expect(await screen.findByText('No expenses found')).toBeVisible();
    expect(screen.getByText('Get started by submitting your first expense')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Submitted/ })).toHaveTextContent('00.00 EUR');
    await expectAccessible();
  });

  test('a failed load shows an error with Retry', async () => {
    let broken = true;
    const view = show('/my-expenses', [answer(LIST, () => (broken ? new Response(null, { status: 500 }) : [hotel]))]);
    const message = 'Unable to load your expenses. Please refresh or sign in again.';
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText('No expenses found')).toBeNull();
    broken = false;
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await table()).toBeVisible();
    expect(screen.queryByText(message)).toBeNull();
  });

  test('a search that is too broad asks for more text, not for another try', async () => {
    show('/my-expenses?q=a', [refuse(LIST, 'SEARCH_TOO_BROAD', 'This search takes too long.')]);
    expect(await screen.findByText(/^Too many expenses contain this text/)).toBeVisible();
    expect(screen.getByLabelText('Search')).toHaveValue('a');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByText(/^Unable to load your expenses/)).toBeNull();
  });

  test('keeps the loaded list if a refetch fails', async () => {
    let broken = false;
    const view = show('/my-expenses', [answer(LIST, () => (broken ? new Response(null, { status: 500 }) : [hotel]))]);
    await table();
    broken = true;
    await view.queryClient.invalidateQueries();
    expect(await screen.findByRole('alert')).toHaveTextContent('Unable to load your expenses.');
    expect(await descriptions()).toEqual(['Two nights in Nairobi']);
  });

  test('a long list renders rows near the viewport and has the full row count', async () => {
    const many = Array.from({ length: 500 }, (_, n) => anExpense({ id: `e${n}`, expense_id: `EXP-${n}` }));
    show('/my-expenses', [answer(LIST, many)]);
    expect(await table()).toHaveAttribute('aria-rowcount', '501');
    expect(within(await table()).getAllByRole('row').length).toBeLessThan(400);
  });

  test('a long list fetches the next page before its end, and shows what is there', async () => {
    const many = Array.from({ length: 450 }, (_, n) =>
      anExpense({ id: `e${n}`, expense_id: `EXP-${n}`, justification: `Dinner ${n}` }),
    );
    const asked: (string | null)[] = [];
    const paged = answer(LIST, ({ query }) => {
      if (query.has('limit')) asked.push(query.get('cursor'));
      return many;
    });
    show('/my-expenses', [paged]);
    expect(await screen.findByText('Dinner 5')).toBeVisible();
    const place = jest.replaceProperty(window, 'scrollY', 0);
    const scrollTo = (row: number) => {
      place.replaceValue(row * 64);
      act(() => void window.dispatchEvent(new Event('scroll')));
    };
    scrollTo(120);
    expect(await screen.findByText('Dinner 125')).toBeVisible();
    await waitFor(() => expect(asked).toEqual([null, '200']));
    scrollTo(320);
    expect(await screen.findByText('Dinner 325')).toBeVisible();
    await waitFor(() => expect(asked).toEqual([null, '200', '400']));
    place.restore();
  });
});

describe('without a connection', () => {
  const GONE = [noAnswer(LIST), noAnswer('GET /api/expenses/summary'), noAnswer('GET /api/auth/me')];
  const goOnline = (isOnline: boolean) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
  };
  const loadOnce = async () => {
    const view = show();
    await table();
    view.unmount();
  };
  afterEach(() => {
    goOnline(true);
    jest.restoreAllMocks();
  });

  test('shows the list of the last visit, with its age, and loads it again when the browser is online', async () => {
    await loadOnce();
    goOnline(false);
    show('/my-expenses', GONE);
    expect(await screen.findByText('You are offline')).toBeVisible();
    expect(await screen.findByText(/^This list was loaded this minute \(/)).toBeVisible();
    expect(await descriptions()).toHaveLength(4);
    expect(screen.getByRole('button', { name: /^Rejected/ })).toHaveTextContent('Rejected1225.00 EUR');
    expect(screen.queryByRole('alert')).toBeNull();
    await expectAccessible();
    server.use(answer(LIST, [hotel]), answer('GET /api/auth/me', { ...aUser() }));
    goOnline(true);
    await waitFor(async () => expect(await descriptions()).toEqual(['Two nights in Nairobi']));
    expect(screen.queryByText(/^This list was loaded/)).toBeNull();
  });

  test('says that the server cannot be reached while the browser is online', async () => {
    await loadOnce();
    show('/my-expenses', GONE);
    expect(await screen.findByText('Outlay cannot be reached')).toBeVisible();
  });

  test('marks the loaded list as soon as the browser goes offline', async () => {
    show();
    await table();
    expect(screen.queryByText('You are offline')).toBeNull();
    goOnline(false);
    expect(screen.getByText('You are offline')).toBeVisible();
  });

  test('shows nobody the list of somebody else', async () => {
    await loadOnce();
    renderRoute('/my-expenses', { token: aToken(aUser({ id: 'another' })), handlers: [noAnswer(LIST)] });
    localStorage.setItem('user', JSON.stringify(aUser({ id: 'another' })));
    expect(await screen.findByText(/^Unable to load your expenses/)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('keeps no list that is filtered', async () => {
    show('/my-expenses?status=rejected');
    await table();
    expect(Object.keys(localStorage).filter((key) => key.endsWith(' expenses'))).toEqual([]);
  });
});

describe('deleting a draft', () => {
  const DELETE = 'DELETE /api/expenses/{id}';

  test('asks for confirmation and removes it from the list', async () => {
    let expenses = [hotel, draft];
    const view = show('/my-expenses', [
      answer(LIST, () => expenses),
      answer(DELETE, ({ params }) => {
        expenses = expenses.filter(({ id }) => id !== params.id);
        return { message: 'Draft deleted' };
      }),
    ]);
    await view.user.click(await screen.findByRole('button', { name: 'Delete EXP-3' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete draft' }));
    expect(dialog.getByText('Are you sure you want to delete this draft?')).toBeVisible();
    await expectAccessible();
    await view.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await descriptions()).toEqual(['Two nights in Nairobi']));
    expect(screen.queryByRole('dialog', { name: 'Delete draft' })).toBeNull();
  });

  test('keeps the draft if cancelled', async () => {
    const view = show();
    await view.user.click(await screen.findByRole('button', { name: 'Delete EXP-3' }));
    await view.user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await descriptions()).toHaveLength(4);
  });

  test('shows an error if it fails', async () => {
    const view = show('/my-expenses', [answer(LIST, [draft]), breakDown(DELETE, 500)]);
    await view.user.click(await screen.findByRole('button', { name: 'Delete EXP-3' }));
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete draft')).toBeVisible();
  });
});
