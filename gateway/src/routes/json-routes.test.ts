import * as contracts from '@outlay/contracts';
import { routePath, type Route } from '@outlay/contracts';
import { createBodyCheck, createReplyCheck } from '@outlay/testing/openapi-check';
import { createApiDocument } from '../openapi/document.js';
import { sampleRequests } from '../testing/sample-requests.js';
import { report } from '../testing/test-reports.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const jsonRoutes = Object.entries(contracts).flatMap(([name, value]) => {
  const route = value as unknown as Route;
  const isJson =
    name.endsWith('Route') && typeof value === 'object' && route.replyType !== 'file' && route.replyType !== 'events';
  return isJson && name !== 'uploadReceiptRoute' ? [[name, route] as const] : [];
});

const document = createApiDocument();
const checkReply = createReplyCheck(document);
const checkBody = createBodyCheck(document);

const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  exchangeRateRoute: { from: 'usd', to: 'EUR', date: '2026-02-27' },
  inclusionProofRoute: { stream: 'expense-1', revision: '0' },
  consistencyProofRoute: { from: '1' },
};

describe('a valid request', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const send = async (name: keyof typeof sampleRequests) => {
    const route = Object.fromEntries(jsonRoutes)[name];
    if (!route) throw new Error(`${name} is no route`);
    const path = routePath(route, { id: 'member', filename: report.filename, revision: '1' });
    const response = await gateway.call(`${path}?${new URLSearchParams(QUERIES[name])}`, {
      method: route.method,
      as: 'admin',
      json: sampleRequests[name],
    });
    const { status, headers } = response;
    const body = (await response.json()) as Record<string, unknown>;
    return { route, path, status, contentType: headers.get('content-type'), body };
  };

  it.each(jsonRoutes)('to %s returns the status and the reply of its contract', async (name) => {
    expect(Object.keys(sampleRequests)).toContain(name);
    const { route, status, body } = await send(name);
    expect(status).toBe(route.status ?? 200);
    const reply = route.reply.safeParse(body);
    expect(reply.error?.issues ?? []).toEqual([]);
    expect(reply.data).toEqual(body);
  });

  it.each(jsonRoutes)('to %s and its reply match the API document', async (name) => {
    const { route, ...reply } = await send(name);
    checkReply({ method: route.method, ...reply });
    if (!route.body) return;
    const { path } = reply;
    const body = sampleRequests[name] ?? {};
    expect(checkBody({ method: route.method, path, contentType: 'application/json', body })).toEqual([]);
  });

  it('to reject trims the reason', async () => {
    const { body } = await send('rejectExpenseRoute');
    expect(body.expense).toMatchObject({ status: 'rejected', admin_notes: 'Blurred' });
  });
});
