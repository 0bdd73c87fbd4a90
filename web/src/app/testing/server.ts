import type { ExpenseJson } from '@outlay/contracts';
import { getResponse, http, HttpResponse, RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { summaryOf } from './list-replies';

/** The default summaries follow from the list of the test; nobody else changes it. */
const defaults = ['/api/expenses', '/api/admin/expenses'].flatMap((path) => [
  http.get(`${path}/summary`, async ({ request }) => {
    const list = path === '/api/expenses' ? path : '/api/admin/expenses-with-users';
    const { search, origin } = new URL(request.url);
    const handlers = server.listHandlers().filter((handler) => handler instanceof RequestHandler);
    const reply = await getResponse(handlers, new Request(`${origin}${list}${search}`, { headers: request.headers }));
    // The test that answered the list has ended.
    if (!reply) return HttpResponse.error();
    if (!reply.ok) return new HttpResponse(await reply.text(), { status: reply.status });
    return HttpResponse.json(summaryOf((await reply.json()) as ExpenseJson[]));
  }),
  http.get(`${path}/changes`, () => new Promise<Response>(() => undefined)),
]);

export const server = setupServer(...defaults);
