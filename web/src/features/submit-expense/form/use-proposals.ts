import type { ExpenseJson } from '@outlay/contracts';
import { normaliseClassification, type Classification } from '@outlay/rules';
import { useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { currencyChoice, type ClaimValues } from '#expense/claim-values';
import { expenseList, type ListPage } from '#expense/expense-list';
import { OWN_EXPENSES } from '#expense/own-expenses';
import * as texts from '#strings/proposals';

type ProposedField = 'currency' | 'classification';

/** Values of a new claim that nobody has typed, each with a sentence that says where it comes from. */
export interface Proposals {
  readonly values: Partial<ClaimValues>;
  readonly notes: Partial<Record<ProposedField, string>>;
}

export const NOTHING_PROPOSED: Proposals = { values: {}, notes: {} };

interface Habits {
  readonly currency: string | null;
  readonly classification: Classification | null;
}

interface CurrencySource {
  readonly code: string | null | undefined;
  readonly note: string;
}

/** A habit shows in so many claims, and still holds. */
const LATEST = 20;

/** Proposes what the person's own claims suggest; without any, the currency of the account. */
export function useProposals(accountCurrency: string): Proposals {
  const client = useQueryClient();
  const list = expenseList(OWN_EXPENSES, {});
  const { data: habits } = useQuery({
    queryKey: [...OWN_EXPENSES.key, 'habits'],
    queryFn: async () => habitsIn(await client.fetchInfiniteQuery(list)),
    // A list that is loaded already proposes with the first render.
    initialData: () => {
      const known = client.getQueryData(list.queryKey);
      return known && habitsIn(known);
    },
    staleTime: Infinity,
    retry: false,
  });
  // The first that has a currency; one on the receipt comes before all of them (use-reading.tsx).
  const sources: readonly CurrencySource[] = [
    { code: habits?.currency, note: texts.latestCurrency },
    { code: accountCurrency, note: texts.accountCurrency },
  ];
  const source = sources.find(({ code }) => code);
  const usual = habits?.classification;
  return {
    values: { ...(source?.code && currencyChoice(source.code)), ...(usual && { classification: usual }) },
    notes: { ...(source && { currency: source.note }), ...(usual && { classification: texts.usualClassification }) },
  };
}

function habitsIn({ pages }: InfiniteData<ListPage, unknown>): Habits {
  const latest = pages
    .flatMap(({ rows }) => rows)
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, LATEST);
  return {
    currency: latest.find(({ currency }) => currency)?.currency ?? null,
    classification: mostFrequent(latest.map(classificationOf).filter((kind) => kind !== null)),
  };
}

const classificationOf = ({ classification }: ExpenseJson) => normaliseClassification(classification ?? '');

/** The first of several that are as frequent. */
function mostFrequent<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<[T | null, number]>((most, next) => (next[1] > most[1] ? next : most), [null, 0])[0];
}
