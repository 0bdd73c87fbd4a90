import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answer, aUser, breakDown, renderRoute } from '#app/testing';

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

  test('is off by default', async () => {
    expect(await visit('/my-expenses')).toEqual([]);
  });

  test('debug=1 in the URL logs each call with its outcome and duration', async () => {
    expect(await visit('/my-expenses?debug=1')).toContainEqual(
      expect.stringMatching(/^GET \/api\/expenses\?limit=200: 200 in \d+ ms$/),
    );
  });

  test('a flag in local storage turns it on', async () => {
    localStorage.setItem('debug', '1');
    expect(await visit('/my-expenses')).toContainEqual(expect.stringContaining('GET /api/auth/me: 200'));
  });

  test('logs failed calls too', async () => {
    renderRoute('/my-expenses?debug=1', { as: aUser(), handlers: [breakDown('GET /api/expenses', 500)] });
    await screen.findByText('Unable to load your expenses. Please refresh or sign in again.', { selector: 'p' });
    expect(lines).toContainEqual(expect.stringContaining('GET /api/expenses?limit=200: 500'));
  });
});
