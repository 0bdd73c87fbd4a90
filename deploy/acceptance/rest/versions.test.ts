import { listAllExpensesRoute, type ExpenseJson } from '@outlay/contracts';
import type { RequestOptions } from './testing/api.js';
import { startCompany, type Company } from './testing/company.js';

const tagOf = ({ revision, head }: Pick<ExpenseJson, 'revision' | 'head'>) => `"${revision}-${head.slice(0, 16)}"`;
const CALLS = ['edit', 'delete', 'admin edit', 'approve', 'reject', 'ask', 'answer', 'unapprove'] as const;
type Call = (typeof CALLS)[number];

describe('the expected revision of a change', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const subject = async (call: Call) => {
    const expense = await company.expense(
      call === 'delete' ? 'draft' : call === 'unapprove' ? 'approved' : 'submitted',
    );
    return call === 'answer' ? company.ask(expense) : expense;
  };

  const send = (call: Call, { id }: ExpenseJson, { ifMatch, revision }: { ifMatch?: string; revision?: number }) => {
    const headers = ifMatch === undefined ? undefined : { 'if-match': ifMatch };
    const json = revision === undefined ? {} : { revision };
    const admin = (method: string, action: string, body: object = {}) =>
      company.api.send(method, `/api/admin/expenses/${id}${action}`, {
        as: company.root,
        json: { ...json, ...body },
        headers,
      });
    const own = (method: string, ask: RequestOptions) =>
      company.api.send(method, `/api/expenses/${id}`, { as: company.mia, headers, ...ask });
    switch (call) {
      case 'edit':
        return own('PUT', {
          form: company.form({ type: 'IT', revision: revision === undefined ? null : String(revision) }, null),
        });
      case 'delete':
        return own('DELETE', {});
      case 'admin edit':
        return admin('PUT', '', { metadata: { category: 'IT' } });
      case 'approve':
        return admin('PUT', '/approve');
      case 'reject':
        return admin('PUT', '/reject', { admin_notes: 'Which one?' });
      case 'ask':
        return admin('PUT', '/question', { question: 'Which one?' });
      case 'answer':
        return company.api.send('PUT', `/api/expenses/${id}/answer`, {
          as: company.mia,
          json: { ...json, answer: 'That one' },
          headers,
        });
      case 'unapprove':
        return admin('PUT', '/unapprove');
    }
  };
  const stands = async ({ id }: ExpenseJson) =>
    (await company.api.call(listAllExpensesRoute, { as: company.root })).find((expense) => expense.id === id);

  it.each(CALLS)('%s accepts the ETag or the revision in If-Match, a weak tag, * and none', async (call) => {
    const tags = [
      tagOf,
      ({ revision }: ExpenseJson) => `"${revision}"`,
      ({ revision }: ExpenseJson) => `W/"${revision}"`,
    ];
    for (const tag of [...tags, () => '*', () => undefined]) {
      const expense = await subject(call);
      expect((await send(call, expense, { ifMatch: tag(expense) })).status).toBe(200);
    }
  });

  it.each(CALLS)('%s on another history of the same revision is 409 and changes nothing', async (call) => {
    const expense = await subject(call);
    const response = await send(call, expense, { ifMatch: tagOf({ ...expense, head: '0'.repeat(64) }) });
    expect(response).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
    expect(await stands(expense)).toEqual(expense);
  });

  it('an approval is bound to the head and the receipt that were shown', async () => {
    const { id, revision, head, receipt_sha256 } = await company.claim();
    const approve = (json: object) =>
      company.api.send('PUT', `/api/admin/expenses/${id}/approve`, { as: company.root, json });
    for (const other of [{ head: '0'.repeat(64) }, { head, receipt_sha256: '0'.repeat(64) }, { receipt_sha256: null }])
      expect(await approve({ revision, ...other })).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } });
    expect(await approve({ head })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await approve({ revision, head, receipt_sha256 })).status).toBe(200);
  });

  it.each(CALLS)('%s with another revision in If-Match is 409 and changes nothing', async (call) => {
    const expense = await subject(call);
    for (const other of [expense.revision + 1, 0]) {
      const response = await send(call, expense, { ifMatch: `"${other}"` });
      expect(response).toMatchObject({
        status: 409,
        body: { code: 'VERSION_CONFLICT', message: expect.any(String) },
      });
    }
    expect(await stands(expense)).toEqual(expense);
  });

  const withBody = CALLS.filter((call) => call !== 'delete');
  it.each(withBody)('%s accepts the current revision in the body; another is 409', async (call) => {
    const expense = await subject(call);
    expect(await send(call, expense, { revision: expense.revision + 1 })).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT' },
    });
    expect(await stands(expense)).toEqual(expense);
    expect((await send(call, expense, { revision: expense.revision })).status).toBe(200);
  });

  it.each(withBody)('%s with two different revisions is 400; two equal ones are accepted', async (call) => {
    const expense = await subject(call);
    const { revision } = expense;
    expect((await send(call, expense, { revision, ifMatch: `"${revision + 1}"` })).status).toBe(400);
    expect((await send(call, expense, { revision, ifMatch: `"${revision}"` })).status).toBe(200);
  });

  it.each(['1', '"one"', '"-1"', '"1", "2"', '""'])('If-Match: %s is 400', async (ifMatch) => {
    expect((await send('approve', await subject('approve'), { ifMatch })).status).toBe(400);
  });

  it('every response with an expense has its revision as the ETag, which a change increases', async () => {
    const created = await company.api.send('POST', '/api/expenses', { as: company.mia, form: company.form() });
    const { expense } = Object(created.body);
    expect(created.headers.get('etag')).toBe(tagOf(expense));
    let ifMatch = created.headers.get('etag') ?? '';
    for (const call of ['edit', 'admin edit', 'approve', 'unapprove', 'reject'] as const) {
      const response = await send(call, expense, { ifMatch });
      expect(response.status).toBe(200);
      expect(response.headers.get('etag')).toBe(tagOf(Object(response.body).expense));
      if (call !== 'admin edit') expect(response.headers.get('etag')).not.toBe(ifMatch);
      ifMatch = response.headers.get('etag') ?? '';
    }
  });

  it('one of ten concurrent edits of one revision succeeds', async () => {
    const expense = await company.claim();
    const edit = (n: number) => {
      const form = company.form({ justification: `Edit ${n}`, revision: String(expense.revision) }, null);
      return company.api.send('PUT', `/api/expenses/${expense.id}`, { as: company.mia, form });
    };
    const responses = await Promise.all(Array.from({ length: 10 }, (_, n) => edit(n)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await stands(expense)).toMatchObject({ revision: expense.revision + 1 });
  });
});
