import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { answer, breakDown, expectAccessible, trailState } from '#app/testing';
import { renderPanel } from './testing';

const STATE = 'GET /api/audit/state';
const found = (number: number, expense_id: string | null = `EXP-000${number}`) => ({
  stream: `expense-${number}`,
  expense_id,
  revision: 2,
  finding: 'revision 2 was altered',
  found_at: '2026-03-05T09:00:00.000Z',
});

describe('the banner about the trail', () => {
  test('names the expenses, and says what to do', async () => {
    const streams = [1, 2, 3, 4, 5].map((number) => found(number)).concat(found(6, null));
    renderPanel('/admin', { handlers: [answer(STATE, trailState({ quarantined: 7, streams }))] });
    const banner = within(await screen.findByRole('alert'));
    expect(banner.getByText('The stored history of 7 expenses or payments is not what was recorded.')).toBeVisible();
    expect(banner.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `EXP-000${number}: revision 2 was altered`),
      'and 2 more',
    ]);
    expect(banner.getByText('npm run audit -- verify')).toBeVisible();
    await expectAccessible();
  });

  test('says that the log does not go on, also above the list alone', async () => {
    const log_broken = 'The checkpoint of 7 events does not hold: the events differ';
    renderPanel('/admin-expenses', { handlers: [answer(STATE, trailState({ log_broken }))] });
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `The signed log of all events does not go on. ${log_broken}`,
    );
  });

  test('says that the lists are behind', async () => {
    renderPanel('/admin', { handlers: [answer(STATE, trailState({ behind_events: 3, behind_seconds: 130 }))] });
    expect(await screen.findByText('The lists are 2 minutes behind: the latest changes may be missing.')).toBeVisible();
  });

  test.each([
    ['the trail holds', answer(STATE, trailState({ behind_events: 1, behind_seconds: 2 }))],
    ['nobody can tell', breakDown(STATE, 503)],
  ])('is not there while %s', async (_, handler) => {
    renderPanel('/admin', { handlers: [handler] });
    expect(await screen.findByRole('button', { name: 'EXP-0001' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/behind/)).toBeNull();
  });
});
