import { afterEach } from '@jest/globals';
import type { ExpenseJson, RateSourcesJson, UserJson } from '@outlay/contracts';
import type { HttpHandler } from 'msw';
import { answer, anExpense, aUser, noAnalytics, rateSources, renderRoute, trailState } from '#app/testing';

export const BOSS = aUser({ id: 'boss', email: 'boss@example.com', first_name: 'Bea', role: 'super_admin' });

/** Code loaded on demand is compiled first, which is slow on a busy machine. */
export const SLOW = { timeout: 15_000 };

export interface Panel {
  expenses?: ExpenseJson[];
  users?: UserJson[];
  as?: UserJson;
  rates?: RateSourcesJson;
  handlers?: HttpHandler[];
}

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
      answer('GET /api/admin/payment-runs', []),
      answer('GET /api/admin/views', []),
      answer('GET /api/admin/invites', []),
      answer('GET /api/admin/expenses/{id}/duplicates', { duplicates: [] }),
      answer('GET /api/admin/expenses/{id}/audit', { history: [] }),
      answer('GET /api/admin/analytics', noAnalytics()),
      answer('GET /api/admin/exchange-rate-sources', rates),
      answer('GET /api/audit/state', trailState()),
      answer('GET /api/audit/people/{id}', { history: [] }),
      answer('GET /api/audit/tokens', []),
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

export const onAPhone = () => onAScreen('width <');

export const onAWideScreen = () => onAScreen('width >=');

export function copiedTexts(): string[] {
  const texts: string[] = [];
  Object.assign(navigator.clipboard, { writeText: async (text: string) => void texts.push(text) });
  return texts;
}
