import { Injectable } from '@nestjs/common';
import {
  EXPENSE_PAGE,
  listExpenses,
  summarizeExpenses,
  toSummaryJson,
  type ExpenseFilter,
  type ListFilterQuery,
  type ListQuery,
  type MessageContext,
  type SummaryJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';

/** Only super admins filter by user. */
type WithOptionalUser<Query> = Omit<Query, 'user'> & { readonly user?: string | undefined };
interface ListCall<Query> {
  readonly query: WithOptionalUser<Query>;
  readonly context: MessageContext;
}
type ReadPage = (
  cursor: string | null,
) => Promise<{ readonly expenses: Uint8Array | null; readonly nextCursor: string | null }>;

@Injectable()
export class ExpenseLists {
  constructor(private readonly messages: MessageClient) {}

  async summarize(scope: 'own' | 'all', { query, context }: ListCall<ListFilterQuery>): Promise<SummaryJson> {
    return toSummaryJson(
      await this.messages.call(summarizeExpenses, { scope, filter: filterOf(query), asOf: query.as_of }, context),
    );
  }

  /** Reads the first page before anything is sent, so that its error sets the status; streams the others. */
  async send(
    scope: 'own' | 'all',
    call: ListCall<ListQuery>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { limit, cursor = null, sort, id: ids, as_of: asOf } = call.query;
    const filter = filterOf(call.query);
    const readPage = (from: string | null, knownVersions: string[] = []) =>
      this.messages.call(
        listExpenses,
        { scope, limit: limit ?? EXPENSE_PAGE, cursor: from, sort, filter, knownVersions, asOf, ...(ids && { ids }) },
        call.context,
      );
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
}

function filterOf(query: WithOptionalUser<ListFilterQuery>): ExpenseFilter {
  const { status = null, user = null, category = null, q = null } = query;
  return { statuses: status, user, category, q };
}

/** Joins the pages into one array, and prefetches the next one. A failure after the first breaks the connection. */
async function* joined(first: Awaited<ReturnType<ReadPage>>, readPage: ReadPage) {
  let separator = '[';
  let page = first;
  for (;;) {
    const next = page.nextCursor === null ? null : readPage(page.nextCursor);
    // A caller that has gone awaits no further page, whose rejection would then be unhandled.
    next?.catch(() => undefined);
    const items = page.expenses?.subarray(1, -1);
    if (items?.length) {
      yield separator;
      yield items;
      separator = ',';
    }
    if (next === null) break;
    page = await next;
  }
  yield separator === '[' ? '[]' : ']';
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
