import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  answer,
  answerFile,
  anExpense,
  aUser,
  breakDown,
  expectAccessible,
  findInPlace,
  findToast,
  hang,
  hold,
  refusal,
  withoutDelay,
} from '#app/testing';
import { BOSS, onAPhone, renderPanel, SLOW } from '#panel/testing';

const LIST = 'GET /api/admin/expenses-with-users';

const hotel = anExpense();
const taxi = anExpense({
  id: 'expense-2',
  expense_id: 'EXP-0002',
  user_id: 'user-2',
  user_name: 'Tunde Adeyemi Bello',
  user_email: 'tunde@example.com',
  type: 'Taxi / Ride',
  justification: 'Way to the airport',
  status: 'approved',
  amount: 40,
  currency: 'EUR',
  vat_amount: 3.5,
  date: '2026-04-01',
  created_at: '2026-03-01T09:00:00.000Z',
  exchange_rate: 1.15,
  fetched_exchange_rate: 1.1,
  override_exchange_rate: 1.15,
  reimbursement_amount: 46,
  reimbursement_currency: 'USD',
  duplicate_count: 3,
});
const draft = anExpense({
  id: 'expense-3',
  expense_id: 'EXP-0003',
  status: 'draft',
  type: 'Meals',
  created_at: '2026-03-05T09:00:00.000Z',
  duplicate_count: 2,
  reimbursement_amount: 0.1,
});
const all = [taxi, hotel, draft];
const many = Array.from({ length: 201 }, (_, index) =>
  anExpense({ id: `expense-${index}`, expense_id: `EXP-${String(index).padStart(4, '0')}` }),
);

const ids = () => screen.queryAllByRole('button', { name: /^EXP-/ }).map((button) => button.textContent);
const cell = (id: string, column: number) => {
  const row = screen.getByRole('button', { name: id }).closest('tr');
  return within(row as HTMLElement).getAllByRole('cell')[column];
};
const summary = () =>
  within(screen.getByRole('group', { name: 'Summary' }))
    .getAllByRole('button')
    .map((card) => card.textContent);

describe('the list of expenses', () => {
  const heads = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
  const COLUMNS = ['User', 'Category', 'Justification', 'Date', 'Amount', 'Reimb.', 'Status', 'ID', 'Actions'];

  test.each([
    ['CSV', 'csv'],
    ['Excel (xlsx)', 'xlsx'],
  ])('is exported as %s by what it is filtered and sorted, to a file of the server’s name', async (label, format) => {
    const asked = jest.fn();
    const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      asked(this.download);
    });
    const file = answerFile(
      'GET /api/admin/expenses/export',
      'Date',
      'text/csv',
      `expenses_2026-03-01.${format}`,
      (query) => asked(Object.fromEntries(query)),
    );
    const { user } = renderPanel('/admin?status=approved&q=air&sort=oldest', { handlers: [file] });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await expectAccessible();
    await user.click(await screen.findByRole('button', { name: label }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(asked.mock.calls).toEqual([
      [{ status: 'approved', q: 'air', sort: 'oldest', format }],
      [`expenses_2026-03-01.${format}`],
    ]);
    saved.mockRestore();
  });

  test('names a claimant in the same way before the accounts are known', async () => {
    renderPanel('/admin', { expenses: all, handlers: [hang('GET /api/admin/users')] });
    await screen.findByRole('button', { name: 'EXP-0001' });
    expect(cell('EXP-0001', 0)).toHaveTextContent(/^\p{L}+ \p{L}\.$/u);
  });

  test('shows the specified columns, latest submission first', async () => {
    localStorage.setItem('list-view', 'category,date,amount,rate');
    const tunde = aUser({ id: 'user-2', first_name: 'Tunde', last_name: 'Adeyemi Bello' });
    renderPanel('/admin', { expenses: all, users: [BOSS, tunde] });
    await screen.findByRole('button', { name: 'EXP-0001' });
    expect(heads()).toEqual(COLUMNS.toSpliced(6, 0, 'Rate'));
    expect(ids()).toEqual(['EXP-0001', 'EXP-0003', 'EXP-0002']);
    await waitFor(() => expect(cell('EXP-0002', 0)).toHaveTextContent(/^Tunde A\.$/));
    expect(cell('EXP-0002', 0)?.querySelector('[data-initials=TA]')).not.toBeNull();
    expect(cell('EXP-0002', 1)).toHaveTextContent(/^Taxi \/ Ride$/);
    expect(cell('EXP-0002', 3)).toHaveTextContent('01/04/26');
    expect(cell('EXP-0002', 4)).toHaveTextContent('40.00 EURVAT 3.50');
    expect(cell('EXP-0001', 4)).toHaveTextContent(/^250\.00 USD$/);
    expect(cell('EXP-0002', 5)).toHaveTextContent(/^46\.00 USDOVR$/);
    expect(cell('EXP-0002', 6)).toHaveTextContent(/^1\.1500EUR\/USD$/);
    expect(cell('EXP-0001', 6)).toHaveTextContent(/^0\.9000USD\/EUR$/);
    expect(cell('EXP-0003', 7)).toHaveTextContent(/^Draft$/);
    expect(cell('EXP-0003', 2)).toHaveTextContent(/^Dup 2/);
    expect(cell('EXP-0003', 8)).toHaveTextContent(/^EXP-0003$/);
    expect(cell('EXP-0002', 8)).toHaveTextContent(/^EXP-0002$/);
    await expectAccessible();
  });

  test('has no inline drawing and no clipped text in a row, which are costly to scroll', async () => {
    renderPanel('/admin', { expenses: all });
    await screen.findByRole('button', { name: 'EXP-0001' });
    expect(document.querySelectorAll('tbody .row-glyph')).not.toHaveLength(0);
    expect(document.querySelectorAll('tbody :is(svg, .sr-only)')).toHaveLength(0);
  });

  test('columns and density are chosen, and kept for the next visit', async () => {
    const view = renderPanel('/admin', { expenses: all });
    const row = (await screen.findByRole('button', { name: 'EXP-0001' })).closest('tr');
    expect(heads()).toEqual(COLUMNS);
    expect(row).toHaveStyle({ height: '2rem' });
    await view.user.click(screen.getByRole('button', { name: 'View' }));
    await view.user.click(await screen.findByRole('checkbox', { name: 'Rate' }));
    await view.user.click(screen.getByRole('checkbox', { name: 'Amount' }));
    await view.user.click(screen.getByRole('radio', { name: 'Comfortable' }));
    expect(row).toHaveStyle({ height: '2.75rem' });
    await expectAccessible();
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'View' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'View' })).toHaveFocus());
    const chosen = COLUMNS.toSpliced(6, 0, 'Rate').toSpliced(4, 1);
    expect(heads()).toEqual(chosen);

    view.unmount();
    renderPanel('/admin', { expenses: all });
    await screen.findByRole('button', { name: 'EXP-0001' });
    expect(heads()).toEqual(chosen);
  });

  test('the heads of dates sort the list, and say how it is sorted', async () => {
    localStorage.setItem('list-view', 'date,submission');
    const view = renderPanel('/admin', { expenses: all });
    await screen.findByRole('button', { name: 'EXP-0001' });
    const sort = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort');
    const press = (name: string) => view.user.click(screen.getByRole('button', { name }));
    expect([sort('Date'), sort('Submission')]).toEqual(['none', 'descending']);
    await press('Date');
    await waitFor(() => expect(ids()[0]).toBe('EXP-0002'));
    expect([sort('Date'), sort('Submission')]).toEqual(['descending', 'none']);
    expect(screen.getByLabelText('Sort by')).toHaveValue('expense');
    await press('Date');
    await waitFor(() => expect(ids()).toEqual(['EXP-0001', 'EXP-0003', 'EXP-0002']));
    await press('Submission');
    await waitFor(() => expect(ids()).toEqual(['EXP-0002', 'EXP-0003', 'EXP-0001']));
    expect([sort('Date'), sort('Submission')]).toEqual(['none', 'ascending']);
  });

  test('sums each status in both currencies, in the specified order', async () => {
    renderPanel('/admin', { expenses: [...all, { ...draft, id: 'expense-4', reimbursement_amount: 0.2 }] });
    await screen.findByRole('button', { name: 'EXP-0001' });
    const sums = [
      'Submitted10.00 USD225.00 EUR',
      'Approved146.00 USD0.00 EUR',
      'Paid00.00 USD0.00 EUR',
      'Draft20.00 USD0.30 EUR',
      'Rejected00.00 USD0.00 EUR',
    ];
    await waitFor(() => expect(summary()).toEqual(sums));
  });

  test('without a match, one button clears all filters', async () => {
    const view = renderPanel('/admin?status=paid&user=ada@example.com&category=Meals&q=nothing&date_to=2026-01-01', {
      expenses: all,
    });
    await view.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(ids()).toHaveLength(3));
    expect(screen.getByLabelText('Search')).toHaveValue('');
    await waitFor(() => expect(view.router.state.location.search).toEqual({}));
  });

  test('an empty list offers no filters to clear', async () => {
    renderPanel('/admin', { expenses: [] });
    expect(await screen.findByText('No expenses found matching your filters.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  test('filters and sorting are in the URL and affect the summary', async () => {
    const view = renderPanel('/admin', { expenses: all });
    await screen.findByRole('button', { name: 'EXP-0001' });
    const choose = (label: string, option: string) => view.user.selectOptions(screen.getByLabelText(label), option);

    await choose('User', 'ada@example.com');
    await waitFor(() => expect(ids()).toEqual(['EXP-0001', 'EXP-0003']));
    await choose('Category', 'Meals');
    await waitFor(() => expect(ids()).toEqual(['EXP-0003']));
    await waitFor(() => expect(summary()[0]).toBe('Submitted00.00 USD0.00 EUR'));
    await choose('Status', 'Paid');
    expect(await screen.findByText('No expenses found matching your filters.')).toBeVisible();
    expect(view.router.state.location.search).toEqual({ user: 'ada@example.com', category: 'Meals', status: 'paid' });

    await choose('User', 'All users');
    await choose('Category', 'All');
    await choose('Status', 'All');
    await choose('Sort by', 'Expense (newest)');
    await waitFor(() => expect(ids()[0]).toBe('EXP-0002'));
    expect(view.router.state.location.search).toEqual({ sort: 'expense' });
  });

  test('a filter is added as a chip, changed, kept in the address, and removed', async () => {
    const view = renderPanel('/admin', { expenses: all });
    await screen.findByRole('button', { name: 'EXP-0001' });
    const type = async (label: string, day: string) => {
      await view.user.clear(screen.getByLabelText(label));
      await view.user.type(screen.getByLabelText(label), day);
    };
    await view.user.click(screen.getByRole('button', { name: 'Add filter' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Add filter' }));
    await view.user.click(menu.getByRole('button', { name: 'Date' }));
    await type('From', '2026-04-01');
    await expectAccessible();
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(ids()).toEqual(['EXP-0002']));
    await waitFor(() => expect(summary()[0]).toBe('Submitted00.00 USD0.00 EUR'));
    expect(view.router.state.location.search).toEqual({ date_from: '2026-04-01' });

    await view.user.click(await screen.findByRole('button', { name: 'Date: from 1 Apr 2026' }));
    await type('From', '2026-03-01');
    await type('To', '2026-03-31');
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByRole('button', { name: 'Date: 1 Mar 2026 – 31 Mar 2026' });
    await waitFor(() => expect(ids()).toEqual(['EXP-0001', 'EXP-0003']));
    await expectAccessible();

    await view.user.click(screen.getByRole('button', { name: 'Remove the filter Date' }));
    await waitFor(() => expect(ids()).toHaveLength(3));
    expect(view.router.state.location.search).toEqual({});

    const add = async (filter: string) => {
      await view.user.click(screen.getByRole('button', { name: 'Add filter' }));
      const again = within(await screen.findByRole('dialog', { name: 'Add filter' }));
      await view.user.click(await again.findByRole('button', { name: filter }));
    };
    await add('Waiting for an answer 0');
    await view.user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByRole('button', { name: 'Waiting for an answer: Yes' })).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Remove the filter Waiting for an answer' }));
    await add('Classification');
    await view.user.click(screen.getByRole('button', { name: 'Support' }));
    expect(await screen.findByRole('button', { name: 'Classification: Support' })).toBeVisible();
    await add('Reimbursement');
    await type('From', '100,5');
    await type('To', '20');
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('The highest amount is below the lowest.')).toBeVisible();
    await view.user.clear(screen.getByLabelText('To'));
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('button', { name: 'Reimbursement: from 100.50' })).toBeVisible();
    const chosen = { classification: 'support', reimbursement_from: '100.50' };
    expect(view.router.state.location.search).toEqual(chosen);
  });

  test('several users are chosen by a chip, which the choice beside the list names, and duplicates by another', async () => {
    const users = [aUser({ email: hotel.user_email }), aUser({ id: 'user-2', email: taxi.user_email }), BOSS];
    const view = renderPanel('/admin?status=approved', { expenses: all, users });
    await screen.findByRole('button', { name: 'EXP-0002' });
    const add = async (filter: string) => {
      await view.user.click(screen.getByRole('button', { name: 'Add filter' }));
      const menu = within(await screen.findByRole('dialog', { name: 'Add filter' }));
      await view.user.click(await menu.findByRole('button', { name: filter }));
    };
    await add('Users');
    await view.user.type(await screen.findByLabelText('Name or email'), 'TUNDE');
    await view.user.click(await screen.findByRole('checkbox', { name: new RegExp(taxi.user_email) }));
    expect(screen.queryByRole('checkbox', { name: new RegExp(BOSS.email) })).toBeNull();
    await view.user.clear(screen.getByLabelText('Name or email'));
    await view.user.click(screen.getByRole('checkbox', { name: new RegExp(BOSS.email) }));
    await expectAccessible();
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    const chip = await screen.findByRole('button', { name: `Users: ${taxi.user_email}, ${BOSS.email}` });
    expect(screen.getByLabelText('User')).toHaveDisplayValue('Several users');
    expect(view.router.state.location.search).toMatchObject({ user: `${taxi.user_email},${BOSS.email}` });
    await waitFor(() => expect(ids()).toEqual(['EXP-0002']));
    expect(screen.getByRole('button', { name: 'Mark as Paid (0)' })).toBeDisabled();

    await view.user.click(chip);
    await view.user.click(await screen.findByRole('checkbox', { name: new RegExp(BOSS.email) }));
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.getByLabelText('User')).toHaveDisplayValue(taxi.user_email));
    expect(chip).not.toBeInTheDocument();

    await view.user.selectOptions(screen.getByLabelText('User'), 'All users');
    await view.user.selectOptions(screen.getByLabelText('Status'), 'All');
    await add('Possible duplicates');
    await view.user.click(screen.getByRole('button', { name: 'No' }));
    expect(await screen.findByRole('button', { name: 'Possible duplicates: No' })).toBeVisible();
    await waitFor(() => expect(ids()).toEqual(['EXP-0001']));
  });

  test('a trip is chosen by its name, which the claims shown offer, and stands in the address', async () => {
    const [first, ...others] = all;
    const view = renderPanel('/admin', { expenses: [{ ...(first ?? hotel), trip: 'Łódź, June' }, ...others] });
    await screen.findByRole('button', { name: 'EXP-0002' });
    await view.user.click(screen.getByRole('button', { name: 'Add filter' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Add filter' }));
    await view.user.click(await menu.findByRole('button', { name: 'Trip' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Name of the trip');
    expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(['Łódź, June']);
    await expectAccessible();
    await view.user.type(field, ' łódź, JUNE {Enter}');
    await waitFor(() => expect(ids()).toEqual([first?.expense_id]));
    expect(view.router.state.location.search).toEqual({ trip: 'łódź, JUNE' });
    await view.user.click(await screen.findByRole('button', { name: 'Trip: łódź, JUNE' }));
    await view.user.clear(await screen.findByLabelText('Name of the trip'));
    await view.user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(ids()).toHaveLength(3));
  });

  test('more than 20 users are refused in words', async () => {
    const emails = Array.from({ length: 21 }, (_, at) => `user${at}@example.com`);
    const view = renderPanel(`/admin?user=${emails.join()}`, { expenses: all });
    await view.user.click(await screen.findByRole('button', { name: /^Users: user0@example.com, / }));
    await view.user.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Please choose at most 20 users.')).toBeVisible();
  });

  test("the category filter offers the form's list and the panel's", async () => {
    renderPanel();
    const options = within(await screen.findByLabelText('Category')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'All',
      'Plane / Train',
      'Hotel',
      'Taxi / Ride',
      'Restaurant',
      'Communication',
      'IT',
      'Accommodation',
      'Transport',
      'Meals',
      'Office Supplies',
      'Other',
    ]);
  });

  test.each([
    ['a name', 'tUNDE ade'],
    ['an email', 'tunde@EXAMPLE'],
    ['a justification', 'the AIRPORT'],
    ['an id', 'exp-0002'],
  ])('search by %s ignores case', async (_, text) => {
    const view = renderPanel('/admin', { expenses: all });
    await screen.findByRole('button', { name: 'EXP-0001' });
    await withoutDelay(250, () => view.user.type(screen.getByLabelText('Search'), text));
    await waitFor(() => expect(ids()).toEqual(['EXP-0002']));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ q: text }));
    expect(screen.getByLabelText('Search')).toHaveValue(text);
  });

  test('sums that are not complete say so, and are asked for until they are', async () => {
    const sums = [
      { count: 1000, total: 250, complete: false },
      { count: 3000, total: 750, complete: true },
    ];
    const asked = jest.fn();
    const next = ({ query }: { query: URLSearchParams }) => {
      // The count in the sidebar is another question.
      if (query.has('status')) return { totals: [], categories: [], complete: true };
      asked();
      const { complete, ...sum } = sums.length > 1 ? sums.shift()! : sums[0]!;
      const total = { status: 'submitted', reimbursement_currency: 'EUR', ...sum } as const;
      return { totals: [total], categories: [], complete };
    };
    renderPanel('/admin', { expenses: all, handlers: [answer('GET /api/admin/expenses/summary', next)] });
    await waitFor(() => expect(summary()[0]).toBe('Submitted≥ 1000≥ 0.00 USD≥ 250.00 EUR'));
    expect(await screen.findByText('Counting expenses…')).toBeVisible();
    await waitFor(() => expect(summary()[0]).toBe('Submitted30000.00 USD750.00 EUR'), SLOW);
    expect(await screen.findByText('3000 expenses')).toBeVisible();
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('a list that is not loaded whole is printed by a tool beside the others, which takes no height from it', async () => {
    renderPanel('/admin', { expenses: many });
    const print = await screen.findByRole('button', { name: 'Print all 201' }, SLOW);
    expect(print.closest('div')).toContainElement(screen.getByRole('button', { name: 'Export' }));
  });

  test('a summary card toggles its filter', async () => {
    const view = renderPanel('/admin', { expenses: all });
    await screen.findByRole('button', { name: 'EXP-0001' });
    await view.user.click(await screen.findByRole('button', { name: /^Draft/ }));
    await waitFor(() => expect(ids()).toEqual(['EXP-0003']));
    expect(screen.getByLabelText('Status')).toHaveValue('draft');
    await view.user.click(screen.getByRole('button', { name: /^Draft/ }));
    await waitFor(() => expect(ids()).toHaveLength(3));
  });

  test('submitted expenses are listed oldest first, unless another order is chosen', async () => {
    const later = anExpense({ id: 'later', expense_id: 'EXP-0005', created_at: '2026-05-01T09:00:00.000Z' });
    const view = renderPanel('/admin?status=submitted', { expenses: [later, ...all] });
    await waitFor(() => expect(ids()).toEqual(['EXP-0001', 'EXP-0005']));
    expect(screen.getByLabelText('Sort by')).toHaveValue('oldest');
    await view.user.selectOptions(screen.getByLabelText('Sort by'), 'submission');
    await waitFor(() => expect(ids()).toEqual(['EXP-0005', 'EXP-0001']));
  });

  test('announces loading', async () => {
    renderPanel('/admin', { handlers: [hang(LIST)] });
    expect(await screen.findByText('Loading expenses...')).toBeVisible();
    expect(screen.queryByText('No expenses found matching your filters.')).toBeNull();
  });

  test('a failed load appears in a toast and inline, with a retry', async () => {
    let isUp = false;
    const view = renderPanel('/admin', {
      handlers: [answer(LIST, () => (isUp ? all : new Response(null, { status: 500 })))],
    });
    expect(await findToast('Failed to fetch data')).toBeVisible();
    expect(await findInPlace('Failed to fetch data')).toBeVisible();
    isUp = true;
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: 'EXP-0001' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  });

  test('a search that is too broad asks for more text, and works again with it', async () => {
    const tooBroad = () => refusal('SEARCH_TOO_BROAD', 'This search takes too long.');
    const view = renderPanel('/admin?q=a', {
      handlers: [answer(LIST, ({ query }) => (query.get('q') === 'a' ? tooBroad() : all))],
    });
    expect(await screen.findByText(/^Too many expenses contain this text/)).toBeVisible();
    expect(screen.queryByText('Failed to fetch data')).toBeNull();
    await view.user.type(screen.getByLabelText('Search'), 'da');
    expect(await screen.findByRole('button', { name: 'EXP-0001' })).toBeVisible();
    expect(screen.queryByText(/^Too many expenses/)).toBeNull();
  });

  test('the user filter falls back to the expenses’ emails if users fail to load', async () => {
    renderPanel('/admin', { expenses: all, handlers: [breakDown('GET /api/admin/users', 500)] });
    await screen.findByRole('button', { name: 'EXP-0001' });
    const options = within(screen.getByLabelText('User')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['All users', 'ada@example.com', 'tunde@example.com']);
  });

  test('renders only the rows near the viewport above two hundred expenses', async () => {
    renderPanel('/admin', { expenses: many });
    const table = await screen.findByRole('table', { name: 'Expenses' });
    expect(await screen.findByText('201 expenses')).toBeVisible();
    expect(table).toHaveAttribute('aria-rowcount', '202');
    expect(ids().length).toBeLessThan(100);
  });

  test('stays virtual while it waits for the results of a search', async () => {
    const [asked, answered] = [hold(), hold()];
    const list = answer(LIST, async ({ query }) => {
      if (!query.has('q')) return many;
      asked.release();
      await answered.held;
      return all;
    });
    const view = renderPanel('/admin', { handlers: [list] });
    const rows = (await screen.findByRole('table', { name: 'Expenses' })).closest('[aria-busy]');
    await waitFor(() => expect(rows).toHaveAttribute('aria-busy', 'false'));
    await view.user.type(screen.getByLabelText('Search'), 'x');
    expect(rows).toHaveAttribute('aria-busy', 'true');
    await act(() => asked.held);
    expect(rows).toHaveAttribute('aria-busy', 'true');
    expect(ids().length).toBeLessThan(100);
    answered.release();
    await waitFor(() => expect(ids()).toHaveLength(3));
    expect(rows).toHaveAttribute('aria-busy', 'false');
  });

  test('shows cards on a phone', async () => {
    onAPhone();
    const user = aUser({ first_name: 'Sofía', last_name: '𠮷田 Márquez' });
    const view = renderPanel('/admin', { expenses: all, users: [BOSS, user] });
    const card = within(await screen.findByRole('article', { name: 'EXP-0003' }));
    expect(card.getByText('Dup 2')).toBeVisible();
    expect(card.getByText('Draft')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    await expectAccessible();
    await view.user.click(await card.findByText('Sofía 𠮷.'));
    expect(await screen.findByRole('dialog', { name: 'EXP-0003' })).toBeVisible();
  });
});
