import { afterEach } from '@jest/globals';
import type { ExpenseJson, RateSourcesJson, UserJson } from '@outlay/contracts';
import type { HttpHandler } from 'msw';
import { answer, anExpense, aUser, rateSources, renderRoute } from '#app/testing';

export const BOSS = aUser({ id: 'boss', email: 'boss@example.com', first_name: 'Bea', role: 'super_admin' });

/** What is loaded on demand is compiled first, which a busy machine takes its time for. */
export const SLOW = { timeout: 15_000 };

export interface Panel {
  expenses?: ExpenseJson[];
  users?: UserJson[];
  as?: UserJson;
  rates?: RateSourcesJson;
  handlers?: HttpHandler[];
}

/** The panel at a path, on a server with these expenses; a test's own handlers come first. */
export function renderPanel(
  path = '/admin',
  { expenses = [anExpense()], users = [BOSS], as = BOSS, rates = rateSources(), handlers = [] }: Panel = {},
) {
  return renderRoute(path, {
    as,
    handlers: [
      ...handlers,
      answer('GET /api/admin/expenses-with-users', () => [...expenses]),
      answer('GET /api/admin/users', users),
      answer('GET /api/admin/expenses/{id}/duplicates', { duplicates: [] }),
      answer('GET /api/admin/expenses/{id}/audit', { history: [] }),
      answer('GET /api/admin/exchange-rate-sources', rates),
    ],
  });
}

const { matchMedia } = window;
afterEach(() => {
  window.matchMedia = matchMedia;
});

function onAScreen(limits: string) {
  window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes(limits) });
}

/** The rest of the test looks at a screen that every width limit holds for. */
export const onAPhone = () => onAScreen('width <');

/** The rest of the test looks at a screen on which everything has room. */
export const onAWideScreen = () => onAScreen('width >=');

/** The texts copied from now on, in place of a clipboard. */
export function copiedTexts(): string[] {
  const texts: string[] = [];
  Object.assign(navigator.clipboard, { writeText: async (text: string) => void texts.push(text) });
  return texts;
}
