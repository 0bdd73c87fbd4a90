import type { ExpenseJson, SummaryJson } from '@outlay/contracts';
import { searchable } from '@outlay/rules';
import { HttpResponse } from 'msw';

/** A page as the server cuts it from the whole list: filtered, searched and sorted. */
export function pageOf(expenses: readonly ExpenseJson[], query: URLSearchParams, path: string): Response {
  const is = (name: string, value: string | null) => !query.has(name) || query.get(name) === value;
  const ids = query.get('id')?.split(',');
  const people = query.get('user')?.split(',');
  const isOwn = path === '/api/expenses';
  const sort = query.get('sort');
  const key = (expense: ExpenseJson) => (sort === 'date' ? (expense.date ?? '') : expense.created_at);
  const rows = expenses
    .filter(
      (expense) =>
        is('status', expense.status) &&
        is('category', expense.type) &&
        (!people || people.includes(expense.user_email)) &&
        is('duplicates', expense.duplicate_count ? 'yes' : 'no') &&
        (!query.has('mentioned') ||
          expense.question?.mentioned?.some(({ email }) => email === query.get('mentioned'))) &&
        (!query.has('trip') || searchable(expense.trip ?? '') === searchable(query.get('trip') ?? '')) &&
        is('waiting', expense.question?.answer === null ? 'yes' : 'no') &&
        (query.get('date_from') ?? '') <= (expense.date ?? '') &&
        (expense.date ?? '') <= (query.get('date_to') ?? '9') &&
        (!ids || ids.includes(expense.id) || ids.includes(expense.expense_id)) &&
        searched(expense, isOwn).includes(query.get('q')?.trim().toLowerCase() ?? ''),
    )
    .sort((a, b) => (sort === 'oldest' ? -1 : 1) * (key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0));
  const from = Number(query.get('cursor'));
  const to = from + (Number(query.get('limit')) || rows.length);
  const next = new URLSearchParams(query);
  next.set('cursor', String(to));
  return HttpResponse.json(rows.slice(from, to), {
    headers: { ETag: 'W/"1"', ...(to < rows.length && { Link: `<${path}?${next.toString()}>; rel="next"` }) },
  });
}

function searched(expense: ExpenseJson, isOwn: boolean): string {
  const { justification, expense_id, user_name, user_email, type, date, amount, reimbursement_amount } = expense;
  const texts = isOwn ? [type, date, amount, reimbursement_amount] : [user_name, user_email];
  return [justification, expense_id, ...texts].join('\n').toLowerCase();
}

export function summaryOf(expenses: readonly ExpenseJson[]): SummaryJson {
  const totals = new Map<string, SummaryJson['totals'][number]>();
  for (const { status, reimbursement_currency, reimbursement_amount } of expenses) {
    const key = `${status} ${reimbursement_currency}`;
    const { count = 0, total = 0 } = totals.get(key) ?? {};
    const sum = Math.round(100 * (total + (reimbursement_amount ?? 0))) / 100;
    totals.set(key, { status, reimbursement_currency, count: count + 1, total: sum });
  }
  const categories = [...new Set(expenses.flatMap(({ type }) => type ?? []))].sort();
  return { totals: [...totals.values()], categories, complete: true };
}
