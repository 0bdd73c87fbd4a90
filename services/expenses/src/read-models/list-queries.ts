import { Injectable } from '@nestjs/common';
import type { ExpenseFilter, ReplyOf, summarizeExpenses } from '@outlay/contracts';
import { ExpenseQueries, type ListRequest } from './expense.queries.js';
import { chosenFilter, searchedText } from './list-filter.js';
import { categoriesOf, totalsOf } from './summary.js';
import { ALL_USERS, SummaryStore } from './summary.store.js';

/** Answers queries for lists and their totals, of the present or the past. */
@Injectable()
export class ListQueries {
  constructor(
    private readonly queries: ExpenseQueries,
    private readonly summaries: SummaryStore,
  ) {}

  page(request: ListRequest): ReturnType<ExpenseQueries['page']> {
    return this.queries.page(request);
  }

  /** `userId` is the user whose list it is, or null for the list of all. */
  async summary(userId: string | null, filter: ExpenseFilter): Promise<ReplyOf<typeof summarizeExpenses>> {
    const ownerId = await this.queries.ownerOf(userId, filter);
    const [scoped, filtered] = await this.summaries.load([userId ?? ALL_USERS, ownerId ?? ALL_USERS]);
    const categories = categoriesOf(scoped?.buckets ?? []);
    const isSearched = searchedText(filter) !== null || Object.keys(chosenFilter(filter)).length > 0;
    if (isSearched) return { ...(await this.queries.searchTotals(userId, filter)), categories };
    return { totals: totalsOf(filtered?.buckets ?? [], filter), categories, complete: true };
  }
}
