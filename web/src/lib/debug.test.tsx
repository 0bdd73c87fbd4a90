import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answer, aUser, breakDown, renderRoute } from '../app/testing';

describe('debug mode', () => {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    jest.spyOn(console, 'info').mockImplementation((line: string) => void lines.push(line));
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  async function visit(path: string) {
    renderRoute(path, { as: aUser(), handlers: [answer('GET /api/expenses', [])] });
    await screen.findByText('No expenses found');
    return lines;
  }

  test('is off by itself', async () => {
    expect(await visit('/my-expenses')).toEqual([]);
  });

  test('by debug=1 in the address writes each call, its outcome and its time to the console', async () => {
    expect(await visit('/my-expenses?debug=1')).toContainEqual(
      expect.stringMatching(/^GET \/api\/expenses: 200 in \d+ ms$/),
    );
  });

  test('can be switched on by a flag in local storage', async () => {
    localStorage.setItem('debug', '1');
    expect(await visit('/my-expenses')).toContainEqual(expect.stringContaining('GET /api/auth/me: 200'));
  });

  test('tells of a refused call as well', async () => {
    renderRoute('/my-expenses?debug=1', { as: aUser(), handlers: [breakDown('GET /api/expenses', 500)] });
    await screen.findByText('Unable to load your expenses. Please refresh or sign in again.', { selector: 'p' });
    expect(lines).toContainEqual(expect.stringContaining('GET /api/expenses: 500'));
  });
});
