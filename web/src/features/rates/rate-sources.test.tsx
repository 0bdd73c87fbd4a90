import { describe, expect, test } from '@jest/globals';
import type { RateSourcesJson, RateSourceState } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, breakDown, expectAccessible, hang, rateSources, refusal } from '#app/testing';
import { onAPhone, renderPanel, SLOW } from '#panel/testing';

const RATES = 'GET /api/admin/exchange-rate-sources';
const LIST = 'GET /api/admin/expenses-with-users';
const BUNDLED = 'bundled table up to 5 Mar 2026, 1 day old';
const UNKNOWN = 'Exchange rates: their state is not known.';

type Source = RateSourcesJson['sources'][number];
type Refused = RateSourcesJson['refused'][number];

const source = (name: string, state: RateSourceState, changes: Partial<Source> = {}): Source => ({
  name,
  state,
  newest_date: '2026-11-20',
  tried_at: '2026-11-20T15:10:00.000Z',
  failure: null,
  ...changes,
});
const refused = (currency: string, changes: Partial<Refused> = {}): Refused => ({
  currency,
  date: '2026-11-19',
  value: '100000',
  reference: '1.18',
  source: 'ecb',
  reason: 'impossible',
  refused_at: '2026-11-20T15:10:00.000Z',
  ...changes,
});
const aged = (days: number) => ({ bundled: { ...rateSources().bundled, newest_date: '2026-03-05', age_days: days } });

const findLine = () => screen.findByText(/^Exchange rates: /, {}, SLOW);
const detailsButton = () => screen.findByRole('button', { name: 'Details' }, SLOW);

describe('the line of the exchange rates', () => {
  test('shows the newest day of the live sources and the table’s age', async () => {
    renderPanel('/admin', {
      rates: rateSources({
        sources: [
          source('cbk', 'current', { newest_date: '2026-11-19' }),
          source('ecb', 'current'),
          source('cbn', 'off', { newest_date: '2026-11-21' }),
        ],
        ...aged(53),
      }),
    });
    expect(await findLine()).toHaveTextContent(
      'Exchange rates: European Central Bank, 20 Nov 2026; bundled table up to 5 Mar 2026, 53 days old',
    );
    expect(await findLine()).toHaveClass('text-muted');
    expect(await detailsButton()).toHaveAccessibleDescription(/^Exchange rates: European Central Bank/);
    await expectAccessible();
  });

  test.each([
    [
      'a source is failing',
      [source('ecb', 'current'), source('cbk', 'failing', { newest_date: '2026-11-18' })],
      'European Central Bank, 20 Nov 2026; Central Bank of Kenya, failing',
    ],
    ['the only source is late', [source('ecb', 'late')], 'European Central Bank, 20 Nov 2026, late'],
    [
      'a source has failed from the start',
      [source('cbn', 'failing', { newest_date: null })],
      'Central Bank of Nigeria, failing',
    ],
    [
      'none answers',
      [source('ecb', 'failing'), source('cbk', 'failing', { newest_date: null }), source('cbn', 'off')],
      'none of 2 live sources answers',
    ],
  ])('warns if %s', async (_, sources, text) => {
    renderPanel('/admin', { rates: rateSources({ sources }) });
    expect(await findLine()).toHaveTextContent(`Exchange rates: ${text}; ${BUNDLED}`);
    expect(await findLine()).toHaveClass('text-submitted');
  });

  test.each([
    [7, 'text-muted'],
    [8, 'text-submitted'],
  ])('without a live source, a table %i days old is %s', async (days, look) => {
    renderPanel('/admin', { rates: rateSources({ sources: [source('ecb', 'off')], ...aged(days) }) });
    expect(await findLine()).toHaveTextContent(
      `Exchange rates: no live source; bundled table up to 5 Mar 2026, ${days} days old`,
    );
    expect(await findLine()).toHaveClass(look);
  });

  test('does not warn of a source before its first request', async () => {
    const sources = [source('ecb', 'waiting', { newest_date: null, tried_at: null })];
    renderPanel('/admin', { rates: rateSources({ sources, ...aged(53) }) });
    expect(await findLine()).toHaveTextContent(/^Exchange rates: European Central Bank, not asked yet; bundled/);
    expect(await findLine()).toHaveClass('text-muted');
  });

  test.each(['expenses', 'payments', 'reports', 'users', 'analytics'])('is below the tab %s', async (tab) => {
    renderPanel(`/admin?tab=${tab}`, {
      handlers: [answer('GET /api/admin/reports', []), answer('GET /api/admin/invites', [])],
    });
    expect(await findLine()).toBeVisible();
  });

  test('is shown on a phone', async () => {
    onAPhone();
    renderPanel();
    expect(await findLine()).toBeVisible();
  });

  test('does not wait for the list', async () => {
    renderPanel('/admin', { handlers: [hang(LIST)] });
    expect(await findLine()).toBeVisible();
  });

  test('is below a list that failed to load', async () => {
    renderPanel('/admin', { handlers: [breakDown(LIST, 500)] });
    expect(await findLine()).toBeVisible();
  });

  test.each([
    ['breaks', () => new Response(null, { status: 500 })],
    ['is refused for now', () => refusal('SERVICE_UNAVAILABLE', 'A part is down.')],
  ])('shows an unknown state if the request %s, with a retry', async (_, failing) => {
    let isUp = false;
    const view = renderPanel('/admin', { handlers: [answer(RATES, () => (isUp ? rateSources() : failing()))] });
    expect(await screen.findByText(UNKNOWN, {}, SLOW)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
    await expectAccessible();
    isUp = true;
    await view.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(`Exchange rates: no live source; ${BUNDLED}`)).toBeVisible();
  });
});

describe('the details of the exchange rates', () => {
  async function open(rates: RateSourcesJson) {
    const view = renderPanel('/admin', { rates });
    await view.user.click(await detailsButton());
    const dialog = within(await screen.findByRole('dialog', { name: 'Exchange rates' }, SLOW));
    const rowsOf = (name: string) =>
      within(dialog.getByRole('table', { name }))
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map((cell) => cell.textContent),
        );
    return { view, dialog, rowsOf };
  }

  test('show each source’s name, state, newest day and failure', async () => {
    const { dialog, rowsOf } = await open(
      rateSources({
        sources: [
          source('ecb', 'current'),
          source('cbk', 'failing', { failure: 'timed out' }),
          source('cbn', 'late'),
          source('bam', 'waiting', { newest_date: null, tried_at: null }),
          source('cbe', 'off', { newest_date: null, tried_at: null }),
          source('currency-api', 'current'),
        ],
      }),
    );
    const tried = /^20 Nov 2026, /;
    expect(rowsOf('Sources')).toEqual([
      ['European Central Bank', 'Up to date', '20 Nov 2026', expect.stringMatching(tried), '–'],
      ['Central Bank of Kenya', 'Failing', '20 Nov 2026', expect.stringMatching(tried), 'timed out'],
      ['Central Bank of Nigeria', 'Late', '20 Nov 2026', expect.stringMatching(tried), '–'],
      ['Bank Al-Maghrib', 'Not asked yet', '–', '–', '–'],
      ['Central Bank of Egypt', 'Off', '–', '–', '–'],
      ['currency-api', 'Up to date', '20 Nov 2026', expect.stringMatching(tried), '–'],
    ]);
    expect(dialog.getByText(/^The bundled table is of @fawazahmed0\/currency-api \(CC0-1.0\)/)).toBeVisible();
    expect(dialog.getByText('No value was refused.')).toBeVisible();
    await expectAccessible();
  });

  test('show the refused values with their reasons', async () => {
    const { dialog, rowsOf } = await open(
      rateSources({
        refused: [
          refused('USD'),
          refused('KES', { source: 'cbk', reason: 'not_a_rate', value: 'n/a' }),
          refused('NGN', { source: 'cbn', reason: 'unconfirmed' }),
          refused('XAF', { source: 'currency-api', reason: 'no_reference', reference: null }),
        ],
      }),
    );
    const when = expect.stringMatching(/^20 Nov 2026, /);
    const day = '19 Nov 2026';
    const unconfirmed = 'It is too far from the one before, and no later value has confirmed it yet.';
    expect(rowsOf('Refused values')).toEqual([
      [
        'USD',
        day,
        '100000',
        '1.18',
        'European Central Bank',
        'It is so far off that no later value will confirm it.',
        when,
      ],
      ['KES', day, 'n/a', '1.18', 'Central Bank of Kenya', 'It is zero, negative or no number.', when],
      ['NGN', day, '100000', '1.18', 'Central Bank of Nigeria', unconfirmed, when],
      ['XAF', day, '100000', '–', 'currency-api', 'There is nothing to compare it with.', when],
    ]);
    expect(dialog.getByText('There is no live source: every rate is of the bundled table.')).toBeVisible();
    await expectAccessible();
  });

  test('are cards on a phone', async () => {
    onAPhone();
    const { dialog } = await open(rateSources({ sources: [source('ecb', 'late')], refused: [refused('USD')] }));
    expect(dialog.queryByRole('table')).toBeNull();
    expect(within(dialog.getByRole('list', { name: 'Sources' })).getByText('European Central Bank')).toBeVisible();
    expect(within(dialog.getByRole('list', { name: 'Refused values' })).getByText('100000')).toBeVisible();
    expect(dialog.queryByText('What failed')).toBeNull();
    await expectAccessible();
  });

  test('open and close with the keyboard, and return focus to the button', async () => {
    const view = renderPanel();
    const button = await detailsButton();
    button.focus();
    await view.user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Exchange rates' }, SLOW)).toBeVisible();
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  });
});
