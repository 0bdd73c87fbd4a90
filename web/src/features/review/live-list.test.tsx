import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ExpenseJson } from '@outlay/contracts';
import { answer, anExpense, aUser, renderRoute, server, skipTime } from '#app/testing';
import { renderPanel } from '#panel/testing';

const first = anExpense();
const second = anExpense({ id: 'expense-2', expense_id: 'EXP-0002', created_at: '2026-03-05T09:00:00.000Z' });
const latest = anExpense({ id: 'expense-3', expense_id: 'EXP-0003', created_at: '2026-03-09T09:00:00.000Z' });

/** The stream of changes, which the test sends to; every other connection is refused. */
function changes(path: string) {
  let stream!: ReadableStreamDefaultController<Uint8Array>;
  let connections = 0;
  const handler = http.get(path, () => {
    connections += 1;
    if (connections % 2 === 0) return new HttpResponse(null, { status: 503 });
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) });
    return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const send = (text: string) => stream.enqueue(new TextEncoder().encode(text));
  return {
    handler,
    isOpen: () => waitFor(() => expect(connections).toBe(1), { timeout: 4000 }),
    /** The event is sent in two parts, as a network may deliver it. */
    version: (version: string) => {
      send(`event: version\ndata: {"vers`);
      send(`ion":"${version}"}\n\n:\n\n`);
    },
    cut: () => stream.error(new Error('The connection was cut')),
  };
}

async function open(path = '/admin', loaded = first) {
  let expenses: ExpenseJson[] = [loaded, second];
  const stream = changes('/api/admin/expenses/changes');
  const list = answer('GET /api/admin/expenses-with-users', () => expenses);
  const approve = answer('PUT /api/admin/expenses/{id}/approve', ({ params }) => ({
    message: '',
    expense: { ...first, id: String(params.id), status: 'approved' as const, revision: 1 },
  }));
  const view = renderPanel(path, { handlers: [stream.handler, list, approve] });
  await screen.findByRole('button', { name: 'EXP-0001', hidden: true });
  await stream.isOpen();
  return { ...view, stream, now: (...next: ExpenseJson[]) => void (expenses = next) };
}

const ids = () => screen.getAllByRole('button', { name: /^EXP-/ }).map((button) => button.textContent);
const statusOf = (id: string) => screen.getByRole('row', { name: new RegExp(id) });

describe('an open list', () => {
  test('shows what others submit and decide, and counts it', async () => {
    const { stream, now } = await open();
    now(latest, { ...first, status: 'approved', revision: 1 }, second);
    act(() => stream.version('2'));
    await waitFor(() => expect(ids()).toEqual(['EXP-0003', 'EXP-0001', 'EXP-0002']));
    expect(statusOf('EXP-0001')).toHaveTextContent('Approved');
    expect(await screen.findByText('3 expenses')).toBeVisible();
  });

  test('shows the answer that a question in the open sheet waits for', async () => {
    const question = { text: 'Whose?', asked_by_email: 'boss@example.com', asked_at: first.created_at };
    const asked = { ...first, revision: 1, question: { ...question, answer: null, answered_at: null } };
    const { stream, now, user } = await open('/admin', asked);
    await user.click(screen.getByRole('button', { name: 'EXP-0001' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'EXP-0001' }, { timeout: 4000 }));
    expect(await sheet.findByRole('button', { name: /^Approve/ })).toBeDisabled();
    now({ ...asked, revision: 2, question: { ...question, answer: 'Mine', answered_at: first.created_at } }, second);
    act(() => stream.version('2'));
    expect(await sheet.findByText('Mine')).toBeVisible();
    expect(sheet.getByRole('button', { name: /^Approve/ })).toBeEnabled();
  });

  test('announces new rows while it is scrolled, and shows them on request', async () => {
    const { stream, now, user } = await open();
    const place = jest.replaceProperty(window, 'scrollY', 64);
    now(latest, { ...first, status: 'rejected', revision: 1 }, second);
    act(() => stream.version('2'));
    const announced = await screen.findByRole('button', { name: '1 new expense' });
    expect(ids()).toEqual(['EXP-0001', 'EXP-0002']);
    expect(statusOf('EXP-0001')).toHaveTextContent('Rejected');
    place.restore();
    await user.click(announced);
    await waitFor(() => expect(ids()).toEqual(['EXP-0003', 'EXP-0001', 'EXP-0002']));
    expect(screen.queryByRole('button', { name: '1 new expense' })).toBeNull();
  });

  test('keeps what somebody decided in its place, although the filter excludes it now', async () => {
    const { stream, now } = await open('/admin?status=submitted');
    now({ ...first, status: 'approved', revision: 1 }, second);
    act(() => stream.version('2'));
    await waitFor(() => expect(statusOf('EXP-0001')).toHaveTextContent('Approved'));
    expect(ids()).toEqual(['EXP-0002', 'EXP-0001']);
  });

  test('does not bring back decided claims from a page that was read before', async () => {
    const { stream, now, user } = await open('/admin?status=submitted');
    await user.click(within(statusOf('EXP-0001')).getByRole('button', { name: /^Approve/ }));
    await waitFor(() => expect(ids()).toEqual(['EXP-0002']));
    now(latest, second, first);
    act(() => stream.version('2'));
    await waitFor(() => expect(ids()).toEqual(['EXP-0002', 'EXP-0003']));
  });

  test.each([
    ['with the version that follows', 1],
    ['a little later, where no version follows', 0],
  ])('counts once after a decision of one’s own: %s', async (_, versions) => {
    const { stream, user } = await open('/admin?status=submitted');
    let counts = 0;
    const counting = answer('GET /api/admin/expenses/summary', () => {
      counts += 1;
      return { totals: [], categories: [], complete: true };
    });
    server.use(counting);
    await skipTime(1_500, async () => {
      await user.click(within(statusOf('EXP-0001')).getByRole('button', { name: /^Approve/ }));
      await waitFor(() => expect(ids()).toEqual(['EXP-0002']));
      expect(counts).toBe(0);
      if (versions > 0) act(() => stream.version('2'));
      await waitFor(() => expect(counts).toBe(versions));
    });
    await waitFor(() => expect(counts).toBe(1));
  });

  test('does not replace the claim that a reviewer looks at', async () => {
    const { stream, now } = await open('/admin?expense=EXP-0001');
    const sheet = within(await screen.findByRole('dialog', { name: 'EXP-0001' }));
    now({ ...first, amount: 9999, reimbursement_amount: 8888, revision: 1 }, second);
    act(() => stream.version('2'));
    expect(await screen.findByText('9,999.00 USD')).toBeInTheDocument();
    expect(sheet.queryByText('9,999.00 USD')).toBeNull();
  });

  test('removes what was deleted', async () => {
    const { stream, now } = await open();
    now(second);
    act(() => stream.version('2'));
    await waitFor(() => expect(ids()).toEqual(['EXP-0002']));
  });

  test('is fetched again where the stream is cut', async () => {
    const { stream, now } = await open();
    act(() => stream.version('1'));
    now({ ...first, status: 'approved', revision: 1 }, second);
    act(() => stream.cut());
    await waitFor(() => expect(statusOf('EXP-0001')).toHaveTextContent('Approved'), { timeout: 4000 });
  });

  test.each([
    ['those rows that have changed', 101, 100, { whole: 1, ids: 100 }],
    ['the page where more have changed', 101, 101, { whole: 2, ids: 0 }],
    ['nothing where nothing of it has changed', 101, 0, { whole: 1, ids: 0 }],
  ])('fetches only %s', async (_, count, changed, expected) => {
    let expenses = Array.from({ length: count }, (__, at) =>
      anExpense({ id: `expense-${at}`, expense_id: `EXP-${String(at).padStart(4, '0')}`, date: '2026-03-01' }),
    );
    const fetched = { whole: 0, ids: 0, states: 0 };
    const stream = changes('/api/admin/expenses/changes');
    const list = answer('GET /api/admin/expenses-with-users', ({ query }) => {
      if (query.has('id')) fetched.ids += query.get('id')?.split(',').length ?? 0;
      else if (query.has('limit')) fetched.whole += 1;
      return expenses;
    });
    const states = answer('GET /api/admin/expenses/states', () => {
      fetched.states += 1;
      return expenses;
    });
    renderPanel('/admin', { handlers: [stream.handler, list, states] });
    await screen.findByRole('button', { name: 'EXP-0000' });
    await stream.isOpen();
    // A name and the number of duplicates change without a revision.
    const change = (row: ExpenseJson, at: number) =>
      at >= changed ? row : at % 2 === 0 ? { ...row, duplicate_count: 7 } : { ...row, user_name: 'Renamed' };
    expenses = expenses.map(change);
    act(() => stream.version('2'));
    if (changed > 0) expect((await screen.findAllByText('Dup 7')).length).toBeGreaterThan(0);
    await waitFor(() => expect(fetched).toEqual({ ...expected, states: 1 }));
  });

  test('takes in what enters its filter', async () => {
    const { stream, now } = await open('/admin?status=submitted');
    const entered = { ...latest, created_at: '2026-03-03T09:00:00.000Z' };
    now(entered, { ...first, status: 'rejected', revision: 1 }, second);
    act(() => stream.version('2'));
    await waitFor(() => expect(ids()).toContain('EXP-0003'));
    await waitFor(() => expect(statusOf('EXP-0001')).toHaveTextContent('Rejected'));
  });

  test('shows what changes once more before it is fetched, although the filter excludes it then', async () => {
    const { stream, now } = await open('/admin?status=submitted');
    server.use(
      answer('GET /api/admin/expenses/states', () => {
        now({ ...first, status: 'approved', revision: 2 }, second);
        return [{ ...first, revision: 1 }, second];
      }),
    );
    act(() => stream.version('2'));
    await waitFor(() => expect(statusOf('EXP-0001')).toHaveTextContent('Approved'));
    expect(ids()).toHaveLength(2);
  });

  test('of one’s own follows its own changes', async () => {
    let expenses = [first];
    const stream = changes('/api/expenses/changes');
    const list = answer('GET /api/expenses', () => expenses);
    renderRoute('/my-expenses', { as: aUser(), handlers: [stream.handler, list] });
    expect(await screen.findByRole('row', { name: /Two nights in Nairobi.*Submitted/ })).toBeVisible();
    await stream.isOpen();
    expenses = [{ ...first, status: 'approved', revision: 1 }];
    act(() => stream.version('2'));
    expect(await screen.findByRole('row', { name: /Two nights in Nairobi.*Approved/ })).toBeVisible();
  });
});
