import { Injectable } from '@nestjs/common';
import {
  EXPENSE_PAGE,
  listExpenses,
  OutlayError,
  summarizeExpenses,
  toSummaryJson,
  type ExpenseFilter,
  type ExportFormat,
  type ExpenseJson,
  type ListFilterQuery,
  type ListQuery,
  type MessageContext,
  type ReplyOf,
  type SummaryJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { compareDecimals } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { tableHead, tableRow, workbookHead, workbookRow } from '../tables/expense-table.js';
import { Workbooks } from '../tables/workbooks.js';

/** Only the list of all is filtered by these. */
type OfAll = 'user' | 'duplicates' | 'mentioned';
type WithOptionalUser<Query> = Omit<Query, OfAll> & Partial<Pick<ListFilterQuery, OfAll>>;
interface ListCall<Query> {
  readonly query: WithOptionalUser<Query>;
  readonly context: MessageContext;
}
type PagedQuery = SortedQuery & Partial<Pick<ListQuery, 'cursor'>>;
type SortedQuery = ListFilterQuery & Pick<ListQuery, 'sort'> & Partial<Pick<ListQuery, 'limit' | 'id'>>;
type Page = Pick<ReplyOf<typeof listExpenses>, 'expenses' | 'nextCursor'>;
type ReadPage = (cursor: string | null) => Promise<Page>;

/** Most people have fewer claims. The embedded store reads them without a thread, and a longer list begins sooner. */
export const FIRST_SLICE = 250;

@Injectable()
export class ExpenseLists {
  constructor(
    private readonly messages: MessageClient,
    private readonly workbooks: Workbooks,
  ) {}

  async summarize(scope: 'own' | 'all', { query, context }: ListCall<ListFilterQuery>): Promise<SummaryJson> {
    return toSummaryJson(
      await this.messages.call(summarizeExpenses, { scope, filter: filterOf(query), asOf: query.as_of }, context),
    );
  }

  /** Reads the first page before anything is sent, so that its error sets the status; streams the others. */
  async send(
    scope: 'own' | 'all',
    call: ListCall<PagedQuery>,
    request: FastifyRequest,
    reply: FastifyReply,
    states = false,
  ): Promise<void> {
    const { limit, cursor = null } = call.query;
    const readPage = this.reader(scope, call, states);
    const first = await readPage(cursor, entityTags(request.headers['if-none-match']));
    reply.header('etag', `W/"${first.version}"`);
    if (first.expenses === null) {
      reply.code(304).send();
      return;
    }
    reply.header('content-type', 'application/json; charset=utf-8');
    if (first.nextCursor === null || limit !== undefined) {
      if (first.nextCursor !== null) reply.header('link', nextLink(request.url, first.nextCursor));
      reply.send(first.expenses);
    } else {
      reply.send(Readable.from(joined(first, readPage), { objectMode: false }));
    }
  }

  /** All expenses of all people as a table, page by page. */
  async table(call: ListCall<SortedQuery>, format: ExportFormat, at: Date): Promise<Readable> {
    const readPage = this.reader('all', call);
    const rows = pagesOfRows(await readPage(null), readPage);
    const bytes = format === 'csv' ? tableLines(rows) : this.workbooks.write(workbookHead(at), workbookRows(rows));
    return Readable.from(bytes, { objectMode: false });
  }

  private reader(scope: 'own' | 'all', { query, context }: ListCall<SortedQuery>, states = false) {
    const { sort, id: ids, as_of: asOf } = query;
    const filter = filterOf(query);
    return (cursor: string | null, knownVersions: string[] = []) => {
      const limit = query.limit ?? (cursor === null ? FIRST_SLICE : EXPENSE_PAGE);
      return this.messages.call(
        listExpenses,
        { scope, limit, cursor, sort, filter, knownVersions, asOf, ...(ids && { ids }), ...(states && { states }) },
        context,
      );
    };
  }
}

function filterOf(query: WithOptionalUser<ListFilterQuery>): ExpenseFilter {
  const { status = null, user = null, category = null, q = null } = query;
  refuseReversedRange(query);
  return {
    statuses: status,
    user,
    category,
    q,
    dateFrom: query.date_from,
    dateTo: query.date_to,
    reimbursementFrom: query.reimbursement_from,
    reimbursementTo: query.reimbursement_to,
    reimbursementCurrency: query.reimbursement_currency,
    receiptKind: query.receipt_kind,
    currency: query.currency,
    classification: query.classification,
    trip: query.trip,
    overridden: query.overridden,
    amended: query.amended,
    waiting: query.waiting,
    duplicates: query.duplicates,
    mentioned: query.mentioned,
  };
}

function refuseReversedRange(query: ListFilterQuery): void {
  const { date_from, date_to, reimbursement_from, reimbursement_to } = query;
  if (date_from && date_to && date_from > date_to) refuse('date_to', 'Date to must not be before date from');
  if (reimbursement_from && reimbursement_to && compareDecimals(reimbursement_from, reimbursement_to) > 0) {
    refuse('reimbursement_to', 'Reimbursement to must not be less than reimbursement from');
  }
}

function refuse(field: string, message: string): never {
  throw new OutlayError('INVALID_INPUT', message, [{ field, message }]);
}

/** Joins the pages into one array. */
async function* joined(first: Page, readPage: ReadPage) {
  let separator = '[';
  for await (const expenses of pages(first, readPage)) {
    const items = expenses.subarray(1, -1);
    if (items.length === 0) continue;
    yield separator;
    yield items;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

async function* pagesOfRows(first: Page, readPage: ReadPage) {
  for await (const expenses of pages(first, readPage))
    yield JSON.parse(Buffer.from(expenses).toString()) as ExpenseJson[];
}

async function* tableLines(rows: AsyncIterable<ExpenseJson[]>) {
  yield tableHead();
  for await (const page of rows) yield page.map(tableRow).join('');
}

async function* workbookRows(rows: AsyncIterable<ExpenseJson[]>) {
  for await (const page of rows) yield page.map(workbookRow);
}

/** Prefetches the next page. A failure after the first breaks the connection. */
async function* pages(first: Page, readPage: ReadPage): AsyncGenerator<Uint8Array> {
  let page = first;
  for (;;) {
    const next = page.nextCursor === null ? null : readPage(page.nextCursor);
    // A caller that has gone awaits no further page, whose rejection would then be unhandled.
    next?.catch(() => undefined);
    if (page.expenses) yield page.expenses;
    if (next === null) return;
    page = await next;
  }
}

/** The tags in If-None-Match. Lists have weak tags, because compressed and plain replies share a version. */
function entityTags(ifNoneMatch: string | undefined): string[] {
  return [...(ifNoneMatch ?? '').matchAll(/W\/"([\w.-]{1,100})"/g)].slice(0, 10).flatMap(([, tag]) => tag ?? []);
}

/** RFC 8288: the same URL at the next cursor. */
function nextLink(url: string, cursor: string): string {
  const { pathname, searchParams } = new URL(url, 'http://list');
  searchParams.set('cursor', cursor);
  return `<${pathname}?${searchParams.toString()}>; rel="next"`;
}
