import { Injectable, Optional } from '@nestjs/common';
import type { ExpenseFilter, ReplyOf, summarizeExpenses } from '@outlay/contracts';
import { ExpenseQueries, type ListRequest } from './expense.queries.js';
import { isSearched } from './list-filter.js';
import { RunningSums } from './running-sums.js';
import { categoriesOf, totalsOf } from './summary.js';
import { ALL_USERS, SummaryStore } from './summary.store.js';

/** Answers queries for lists and their totals, of the present or the past. */
@Injectable()
export class ListQueries {
  constructor(
    private readonly queries: ExpenseQueries,
    private readonly summaries: SummaryStore,
    @Optional() private readonly running: RunningSums = new RunningSums(),
  ) {}

  page(request: ListRequest): ReturnType<ExpenseQueries['page']> {
    return this.queries.page(request);
  }

  /**
   * `userId` is the user whose list it is, or null for the list of all.
   * @param version of that list, as it was before
   */
  async summary(
    userId: string | null,
    filter: ExpenseFilter,
    version: string,
  ): Promise<ReplyOf<typeof summarizeExpenses>> {
    const owners = await this.queries.ownersOf(userId, filter);
    const [scoped, ...filtered] = await this.summaries.load([userId ?? ALL_USERS, ...(owners ?? [ALL_USERS])]);
    const categories = categoriesOf(scoped?.buckets ?? []);
    const { buckets, complete } = isSearched(filter)
      ? await this.running.ask(JSON.stringify([userId, version, filter]), () => this.queries.sums(userId, filter))
      : { buckets: filtered.flatMap((summary) => summary.buckets), complete: true };
    return { totals: totalsOf(buckets, filter), categories, complete };
  }
}
