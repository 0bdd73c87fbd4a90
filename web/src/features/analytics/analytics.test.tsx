import { describe, expect, jest, test } from '@jest/globals';
import type { AnalyticsJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, aUser, expectAccessible, noAnalytics, savedFiles } from '#app/testing';
import { onAPhone, renderPanel, BOSS, SLOW } from '#panel/testing';
import { quantile, stepsOf } from './days';
import { monthsBetween, monthsOf } from './periods';

const ada = aUser({ id: 'ada', email: 'ada@example.com', first_name: '=Ada', last_name: 'Okafor' });
const sums = (total: number, count = 1, currency = 'EUR') => ({ total, count, currency });
const SOME: AnalyticsJson = {
  ...noAnalytics(),
  months: [
    { month: '2026-05', ...sums(0.1) },
    { month: '2026-06', ...sums(0.2, 2) },
    { month: '2026-06', ...sums(7, 1, 'USD') },
  ],
  categories: [
    { category: 'Hotel', ...sums(0.2) },
    { category: 'Hotel', ...sums(7, 1, 'USD') },
    { category: null, ...sums(0.1, 2) },
  ],
  classifications: [{ classification: 'mix', ...sums(0.3, 3) }],
  currencies: [sums(900, 3, 'KES'), sums(7, 1, 'USD')],
  people: [
    { user_id: 'ada', people: 1, ...sums(0.2, 2) },
    { user_id: null, people: 12, ...sums(0.1) },
  ],
  outliers: [{ user_id: 'ada', month: '2026-06', median: 0.05, ...sums(0.2, 2) }],
  days_to_approval: [
    { days: 0, count: 8 },
    { days: 9, count: 2 },
  ],
  days_to_payment: [],
  unpaid: [{ days: 61, ...sums(0.1) }],
};

function renderAnalytics(reply = SOME, path = '/admin?tab=analytics') {
  const asked: string[] = [];
  const view = renderPanel(path, {
    users: [BOSS, ada],
    handlers: [
      answer('GET /api/admin/analytics', ({ query }) => {
        asked.push(query.toString());
        return reply;
      }),
    ],
  });
  return { ...view, asked };
}
const table = (name: string) => screen.findByRole('table', { name }, SLOW);
const rowsOf = async (name: string) =>
  within(await table(name))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

describe('analytics', () => {
  test('show one currency, name the others, and lead from each figure to its claims', async () => {
    const { user } = renderAnalytics();
    expect((await screen.findAllByText('0.30 EUR', {}, SLOW))[0]).toBeVisible();
    expect(screen.getByText(/Not included: 7.00 USD. Currencies are never added./)).toBeVisible();
    expect((await rowsOf('Spending by month'))[0]).toEqual(['December 2026', '0', '0.00 EUR']);
    expect(await rowsOf('Spending by category')).toEqual([
      ['Hotel', '1', '0.20 EUR'],
      ['Not given', '2', '0.10 EUR'],
    ]);
    await screen.findByRole('link', { name: '=Ada Okafor' });
    expect(await rowsOf('Spending by person')).toEqual([
      ['=Ada Okafor', '2', '0.20 EUR'],
      ['12 others', '1', '0.10 EUR'],
    ]);
    expect(await rowsOf('Unusual months')).toEqual([['=Ada Okafor, June 2026 (otherwise 0.05 EUR)', '2', '0.20 EUR']]);
    expect((await rowsOf('Approved and unpaid, by age')).at(-1)).toEqual(['60 days or more', '1', '0.10 EUR']);
    expect(await rowsOf('Currencies that were spent')).toEqual([
      ['KES', '3', '900.00 KES'],
      ['USD', '1', '7.00 USD'],
    ]);
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Hotel')).toBe('/admin?category=Hotel');
    expect(link('=Ada Okafor')).toBe('/admin?user=ada%40example.com');
    expect(link('June 2026')).toBe('/admin?date_from=2026-06-01&date_to=2026-06-30');
    expect(link('60 days or more')).toBe('/admin?status=approved&sort=oldest');
    expect(screen.getByText(/^Half within a day, nine of ten within 10 days/)).toBeVisible();
    await expectAccessible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'USD');
    expect(await rowsOf('Spending by category')).toEqual([['Hotel', '1', '7.00 USD']]);
  });

  test('ask for the chosen months and statuses', async () => {
    const { user, asked } = renderAnalytics();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Expenses' }, SLOW), 'Paid');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Months' }), 'Last year');
    await waitFor(() => expect(asked).toHaveLength(3));
    const year = new Date().getUTCFullYear() - 1;
    expect(asked[0]).toContain('status=submitted%2Capproved%2Cpaid');
    expect(asked.at(-1)).toBe(`from=${year}-01&to=${year}-12&status=paid`);
  });

  test('export each table, in which no text is a formula', async () => {
    const saved: Blob[] = [];
    const names = savedFiles();
    const create = jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob);
      return 'blob:';
    });
    const { user } = renderAnalytics();
    await screen.findByRole('link', { name: '=Ada Okafor' }, SLOW);
    await user.click(screen.getByRole('button', { name: 'Spending by person as CSV' }));
    expect(await new Response(saved[0]).text()).toContain(
      '"Person","Expenses","Total","Currency"\r\n"\'=Ada Okafor",2,"0.20","EUR"\r\n"12 others",1,"0.10","EUR"\r\n',
    );
    expect(names).toEqual(['Spending by person.csv']);
    create.mockRestore();
  });

  test('say that nothing was spent, also on a phone', async () => {
    onAPhone();
    renderAnalytics(noAnalytics());
    expect(await screen.findByText('No expenses in these months', {}, SLOW)).toBeVisible();
    await expectAccessible();
  });

  test('of the past are asked for as of the chosen instant', async () => {
    const as_of = '2026-03-02T09:00:00.000Z';
    const { asked } = renderAnalytics(SOME, `/admin?tab=analytics&as_of=${encodeURIComponent(as_of)}`);
    expect((await screen.findAllByText('0.30 EUR', {}, SLOW))[0]).toBeVisible();
    expect(asked).toEqual([expect.stringContaining(`from=2025-04&to=2026-03`)]);
    expect(asked[0]).toContain(encodeURIComponent(as_of));
    expect(screen.queryByRole('link', { name: 'Hotel' })).toBeNull();
    const person = await screen.findByRole('link', { name: '=Ada Okafor' });
    expect(person.getAttribute('href')).toBe(`/admin?user=ada%40example.com&as_of=${encodeURIComponent(as_of)}`);
  });
});

test('a period has whole months, across years', () => {
  expect(monthsOf('quarter', '2026-01-31')).toEqual({ from: '2025-11', to: '2026-01' });
  expect(monthsBetween('2025-11', '2026-01')).toEqual(['2025-11', '2025-12', '2026-01']);
});

test('days are in one step each, and a part of the claims is within a day', () => {
  const days = [1, 2, 3, 40].map((days) => ({ days, count: 1 }));
  const steps = stepsOf(days, [0, 3, 7]);
  expect(steps.map(({ label, entries }) => [label, entries.length])).toEqual([
    ['Less than 3 days', 2],
    ['3 to 6 days', 1],
    ['7 days or more', 1],
  ]);
  expect([quantile(days, 0.5), quantile(days, 0.9), quantile([], 0.5)]).toEqual([2, 40, null]);
});
