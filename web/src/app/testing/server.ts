import type { ExpenseJson } from '@outlay/contracts';
import { getResponse, http, HttpResponse, RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { summaryOf } from './list-replies';

/** The default summaries follow from the list of the test; nobody else changes it. */
const defaults = ['/api/expenses', '/api/admin/expenses'].flatMap((path) => [
  http.get(`${path}/summary`, async ({ request }) => {
    const reply = await listReply(request, path);
    return reply?.ok ? HttpResponse.json(summaryOf((await reply.json()) as ExpenseJson[])) : failureOf(reply);
  }),
  // A client takes from the rows what it compares.
  http.get(`${path}/states`, async ({ request }) => (await listReply(request, path)) ?? HttpResponse.error()),
  http.get(`${path}/changes`, () => new Promise<Response>(() => undefined)),
]);

/** The reply of the test's list to the query of another call; undefined if the test has ended. */
async function listReply({ url, headers }: Request, path: string): Promise<Response | undefined> {
  const list = path === '/api/expenses' ? path : '/api/admin/expenses-with-users';
  const { search, origin } = new URL(url);
  const handlers = server.listHandlers().filter((handler) => handler instanceof RequestHandler);
  return getResponse(handlers, new Request(`${origin}${list}${search}`, { headers }));
}

async function failureOf(reply: Response | undefined): Promise<Response> {
  return reply ? new HttpResponse(await reply.text(), { status: reply.status }) : HttpResponse.error();
}

// The list of trips is empty unless a test answers with some.
export const server = setupServer(
  ...defaults,
  http.get('/api/trips', () => HttpResponse.json([])),
);
