import {
  createExpenseRoute,
  createInviteRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  listRunsRoute,
  listInvitesRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import type { ApiResponse, RequestOptions } from './testing/api.js';
import { PASSWORD, startCompany, type Company, type Person } from './testing/company.js';
import { pdf } from './testing/receipt-files.js';

interface Kept {
  readonly path: string;
  readonly as?: Person;
  readonly ask: () => RequestOptions;
  readonly other: () => RequestOptions;
  readonly rejected: () => RequestOptions;
  readonly made: (body: unknown) => unknown;
  readonly count: () => Promise<number>;
}

describe('Idempotency-Key: a retry has one effect', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  let keys = 0;
  const newKey = () => `key-${(keys += 1)}-of-this-test`;
  const field =
    (...path: string[]) =>
    (body: unknown): unknown =>
      path.reduce<unknown>((value, name) => Object(value)[name], body);
  const expenses = async () => (await company.api.call(listAllExpensesRoute, { as: company.root })).length;

  const kept: Record<string, () => Promise<Kept>> = {
    'POST /api/expenses': async () => {
      const [amount, another] = [company.amount(), company.amount()];
      const ask = (over: string) => () => ({ form: company.form({ amount: over }, pdf(amount)) });
      return {
        path: '/api/expenses',
        as: company.mia,
        ask: ask(amount),
        other: ask(another),
        rejected: ask('-1'),
        made: field('expense', 'id'),
        count: expenses,
      };
    },
    'POST /api/admin/expenses': async () => {
      const claim = {
        user_id: company.mia.user.id,
        date: company.today(),
        category: 'Meals',
        justification: 'Forgotten lunch',
        amount: company.amount(),
        currency: 'EUR',
      };
      const ask = (over: Readonly<Record<string, string>>) => () => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ ...claim, ...over })) form.append(name, value);
        form.append('receipt', pdf());
        return { form };
      };
      return {
        path: '/api/admin/expenses',
        as: company.root,
        ask: ask({}),
        other: ask({ justification: 'Another lunch' }),
        rejected: ask({ amount: '0' }),
        made: field('expense', 'id'),
        count: expenses,
      };
    },
    'POST /api/admin/expenses/bulk-mark-paid': async () => {
      const batch: ExpenseJson[] = [];
      for (let n = 0; n < 3; n += 1) batch.push(await company.expense('approved'));
      const [first, second, third] = batch.map(({ id }) => id);
      const ask = (expense_ids: unknown[]) => () => ({ json: { expense_ids, user_name: 'Mia Tester' } });
      return {
        path: '/api/admin/expenses/bulk-mark-paid',
        as: company.root,
        ask: ask([first, second]),
        other: ask([third]),
        rejected: ask([first, 'EXP-0000000000']),
        made: field('payment_id'),
        count: async () => (await company.api.call(listAllReportsRoute, { as: company.root })).length,
      };
    },
    'POST /api/admin/payment-runs': async () => {
      const batch: ExpenseJson[] = [];
      for (let n = 0; n < 3; n += 1) batch.push(await company.expense('approved'));
      const [first, second, third] = batch.map(({ id, revision }) => ({ id, revision }));
      const ask = (expenses: unknown[]) => () => ({ json: { expenses } });
      return {
        path: '/api/admin/payment-runs',
        as: company.root,
        ask: ask([first, second]),
        other: ask([third]),
        rejected: ask([first, { id: 'EXP-0000000000', revision: 1 }]),
        made: field('id'),
        count: async () => (await company.api.call(listRunsRoute, { as: company.root })).length,
      };
    },
    'POST /api/uploads': async () => {
      const ask = (note: string) => () => {
        const form = new FormData();
        form.append('file', note === '' ? new File(['no receipt'], 'x.pdf') : pdf(note));
        return { form };
      };
      const names = new Set<unknown>();
      return {
        path: '/api/uploads',
        as: company.mia,
        ask: ask('one'),
        other: ask('another'),
        rejected: ask(''),
        made: (body) => {
          names.add(field('filename')(body));
          return field('filename')(body);
        },
        // There is no list of uploads, so this counts the responses.
        count: async () => names.size,
      };
    },
    'POST /api/auth/invites': async () => {
      const email = `guest${company.amount()}@example.org`;
      const ask = (over: object) => () => ({ json: { email, role: 'partner', ...over } });
      return {
        path: '/api/auth/invites',
        as: company.root,
        ask: ask({}),
        other: ask({ role: 'team_member' }),
        rejected: ask({ expires_in_days: 91 }),
        made: field('token'),
        count: async () => (await company.api.call(listInvitesRoute, { as: company.root })).length,
      };
    },
    'POST /api/auth/register': async () => {
      const email = `nora${company.amount()}@example.org`;
      const { token } = await company.api.call(createInviteRoute, { as: company.root, json: { email } });
      const good = { email, password: PASSWORD, first_name: 'Nora', last_name: 'New', invite_token: token };
      const ask = (over: object) => () => ({ json: { ...good, ...over } });
      return {
        path: '/api/auth/register',
        ask: ask({}),
        other: ask({ first_name: 'Norbert' }),
        rejected: ask({ password: 'weak' }),
        made: field('user', 'id'),
        count: async () => (await company.users()).length,
      };
    },
  };

  const send = ({ path, as }: Kept, ask: () => RequestOptions, key?: string): Promise<ApiResponse> =>
    company.api.send('POST', path, { as, ...ask(), ...(key && { headers: { 'idempotency-key': key } }) });

  describe.each(Object.keys(kept))('%s', (name) => {
    let call: Kept;
    beforeEach(async () => {
      const prepare = kept[name];
      if (!prepare) throw new Error(`${name} has no sample`);
      call = await prepare();
    });

    it('five concurrent requests and a later one have one effect and equal responses', async () => {
      const before = await call.count();
      const key = newKey();
      const responses = await Promise.all([1, 2, 3, 4, 5].map(() => send(call, call.ask, key)));
      responses.push(await send(call, call.ask, key));
      const [first] = responses;
      expect([200, 201]).toContain(first?.status);
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => first?.status));
      expect(new Set(responses.map(({ body }) => call.made(body))).size).toBe(1);
      expect((await call.count()) - before).toBe(1);
    });

    it('another payload with the key is 409 and has no effect', async () => {
      const key = newKey();
      expect([200, 201]).toContain((await send(call, call.ask, key)).status);
      const before = await call.count();
      expect(await send(call, call.other, key)).toMatchObject({
        status: 409,
        body: {
          code: 'IDEMPOTENCY_KEY_REUSED',
          message: 'This Idempotency-Key was used for another request.',
        },
      });
      expect(await call.count()).toBe(before);
    });

    it('a rejected request leaves the key free for the corrected one', async () => {
      const key = newKey();
      const { status } = await send(call, call.rejected, key);
      expect(status).toBeGreaterThanOrEqual(400);
      expect([200, 201]).toContain((await send(call, call.ask, key)).status);
    });
  });

  it.each(['POST /api/expenses', 'POST /api/admin/expenses', 'POST /api/uploads', 'POST /api/auth/invites'])(
    'without a key, %s twice has two effects',
    async (name) => {
      const call = await kept[name]?.();
      if (!call) throw new Error(name);
      const [one, two] = [await send(call, call.ask), await send(call, call.ask)];
      expect(call.made(one.body)).not.toEqual(call.made(two.body));
    },
  );

  it('a key is scoped to its user and call', async () => {
    const key = newKey();
    const headers = { 'idempotency-key': key };
    const amount = company.amount();
    const form = () => company.form({ amount }, pdf(amount));
    const { expense: mias } = await company.api.call(createExpenseRoute, { as: company.mia, form: form(), headers });
    const { expense: pauls } = await company.api.call(createExpenseRoute, { as: company.paul, form: form(), headers });
    expect(pauls.id).not.toBe(mias.id);
    const upload = new FormData();
    upload.append('file', pdf());
    expect((await company.api.send('POST', '/api/uploads', { as: company.mia, form: upload, headers })).status).toBe(
      201,
    );
  });

  it('a repetition returns the current state', async () => {
    const headers = { 'idempotency-key': newKey() };
    const amount = company.amount();
    const create = () =>
      company.api.send('POST', '/api/expenses', {
        as: company.mia,
        form: company.form({ amount }, pdf(amount)),
        headers,
      });
    const { body } = await create();
    const { id } = Object(Object(body).expense);
    await company.api.send('PUT', `/api/admin/expenses/${id}/approve`, { as: company.root });
    expect(await create()).toMatchObject({ status: 201, body: { expense: { id, status: 'approved' } } });
  });

  it('a late repetition does not restore a deleted draft', async () => {
    const headers = { 'idempotency-key': newKey() };
    const amount = company.amount();
    const create = () => {
      const form = company.form({ amount, status: 'draft' }, pdf(amount));
      return company.api.send('POST', '/api/expenses', { as: company.mia, form, headers });
    };
    const { body } = await create();
    const { id } = Object(Object(body).expense);
    expect((await company.api.send('DELETE', `/api/expenses/${id}`, { as: company.mia })).status).toBe(200);
    const before = await expenses();
    expect(await create()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await expenses()).toBe(before);
  });
});
