import { orLastReply } from '#lib/last-reply';
import type { ListScope } from './expense-list';

export const OWN_EXPENSES: ListScope = {
  key: ['expenses', 'own'],
  list: 'GET /api/expenses',
  summary: 'GET /api/expenses/summary',
  changes: 'GET /api/expenses/changes',
  orLast: orLastReply,
};
