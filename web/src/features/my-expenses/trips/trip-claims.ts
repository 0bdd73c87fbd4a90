import type { ExpenseJson } from '@outlay/contracts';
import { addDecimals, parseDecimal, type Decimal } from '@outlay/rules';
import { queryOptions } from '@tanstack/react-query';
import { formatMoney } from '#expense/format';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { apiPage } from '#lib/api';
import { logged } from '#lib/log';

const PAGE = '500';

/** All own claims of a trip. The key is among those of the summaries, which a change of the list makes out of date. */
export function tripClaims(trip: string) {
  return queryOptions({
    queryKey: [...OWN_EXPENSES.key, 'summary', 'trip', trip] as const,
    queryFn: ({ signal }) => logged('The claims of the trip could not be fetched', signal, allOf(trip, signal)),
  });
}

async function allOf(trip: string, signal: AbortSignal): Promise<ExpenseJson[]> {
  const found: ExpenseJson[] = [];
  let cursor: string | null = null;
  do {
    const query = { trip, limit: PAGE, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof apiPage<typeof OWN_EXPENSES.list>>> = await apiPage(OWN_EXPENSES.list, {
      query,
      signal,
    });
    found.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

/** The sum of what was paid in each currency, in the order of their codes. */
export function sumsOf(claims: readonly ExpenseJson[]): string[] {
  const byCurrency: Record<string, Decimal[]> = {};
  for (const { amount, currency } of claims) {
    const paid = parseDecimal(amount);
    if (currency !== null && paid !== null) (byCurrency[currency] ??= []).push(paid);
  }
  return Object.entries(byCurrency)
    .toSorted()
    .map(([currency, amounts]) => formatMoney(Number(addDecimals(amounts)), currency));
}
