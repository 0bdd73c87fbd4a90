import { createExpenseRoute, listAllExpensesRoute, type ExpenseJson } from '@outlay/contracts';
import { addDays } from '@outlay/rules';
import { eventually } from '@outlay/testing';
import * as z from 'zod/mini';
import type { RequestOptions } from './testing/api.js';
import { startCompany, type Company, type Fields, type Person } from './testing/company.js';

const OWN = '/api/expenses';
const ALL = '/api/admin/expenses-with-users';
const expenses = listAllExpensesRoute.reply;

describe('the lists of expenses', () => {
  let company: Company;
  let lena: Person;
  let claims: Record<'rome' | 'cable' | 'lunch' | 'hotel' | 'idea', ExpenseJson>;

  beforeAll(async () => {
    company = await startCompany();
    lena = await company.addPerson('team_member');
    const claim = async (over: Fields) => {
      // Lists are ordered by timestamps in milliseconds.
      company.clock.forward(5);
      return company.claim(over, { as: lena });
    };
    const day = (ago: number) => addDays(company.today(), -ago);
    claims = {
      rome: await claim({
        type: 'Plane / Train',
        justification: 'Night train to Rome',
        amount: '120.50',
        date: day(3),
      }),
      cable: await claim({ type: 'IT', justification: 'A 3 m cable, 100% copper', amount: '9.99', date: day(1) }),
      lunch: await claim({ currency: 'USD', justification: 'Lunch with Mr. Rome', amount: '64.00', date: day(9) }),
      hotel: await claim({ type: 'Hotel', justification: 'Two nights', amount: '310.00', date: day(2) }),
      idea: await claim({ status: 'draft', type: 'Other', justification: 'An idea', amount: null, date: null }),
    };
    claims.hotel = await company.approve(claims.hotel);
  });
  afterAll(() => company.close());

  const ask = async (
    path: string,
    query: Record<string, string> = {},
    as = lena,
    headers: RequestOptions['headers'] = {},
  ) => {
    const response = await company.api.send('GET', path, { as, query, headers });
    const read = z.safeParse(expenses, response.body);
    const next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    return { ...response, items: read.success ? read.data : [], next };
  };

  describe('without a query', () => {
    it('return a JSON array of all expenses, newest submission first, without a Link header', async () => {
      const { status, items, body, next } = await ask(OWN);
      expect(status).toBe(200);
      expect(Array.isArray(body)).toBe(true);
      expect(items.map(({ id }) => id)).toEqual(['idea', 'hotel', 'lunch', 'cable', 'rome'].map(idOf));
      expect(next).toBeUndefined();
    });

    it('contain each expense right after its write, in the own and the admin list', async () => {
      for (let n = 0; n < 10; n += 1) {
        const expense = await company.claim();
        for (const [path, as] of [
          [OWN, company.mia],
          [ALL, company.root],
        ] as const) {
          expect((await ask(path, {}, as)).items[0]).toEqual(expense);
        }
      }
    });
  });

  describe('with pages', () => {
    const walk = async (path: string, query: Record<string, string>, as: Person, between?: () => Promise<unknown>) => {
      const pages: string[][] = [];
      let page = await ask(path, query, as);
      for (;;) {
        pages.push(page.items.map(({ id }) => id));
        if (page.next === undefined) return pages;
        await between?.();
        page = await ask(page.next, {}, as);
      }
    };

    it.each([1, 2, 3, 4, 5, 6, 500])('limit=%d and its Links return every expense once', async (limit) => {
      const whole = (await ask(OWN)).items.map(({ id }) => id);
      const pages = await walk(OWN, { limit: String(limit) }, lena);
      expect(pages.flat()).toEqual(whole);
      expect(pages.map((page) => page.length)).toEqual(
        Array.from({ length: Math.ceil(5 / limit) }, (_, n) => Math.min(limit, 5 - n * limit)),
      );
    });

    it('the Link keeps the filter and the order', async () => {
      const query = { limit: '1', status: 'submitted,draft', sort: 'date', q: 'rome' };
      expect((await walk(OWN, query, lena)).flat()).toEqual(['rome', 'lunch'].map(idOf));
    });

    it.each(['created_at', 'date'])('by %s: rows added meanwhile cause no duplicates and no gaps', async (sort) => {
      const before = (await ask(ALL, { sort }, company.root)).items.map(({ id }) => id);
      expect(before.length).toBeGreaterThan(5);
      let arrived = 0;
      const pages = await walk(ALL, { limit: '2', sort }, company.root, async () => {
        arrived += 1;
        await company.reject(await company.claim({ date: addDays(company.today(), -(arrived % 11)) }));
      });
      const seen = pages.flat();
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => before.includes(id))).toEqual(before);
    });

    it.each(['created_at', 'date'])('by %s: expenses of the same millisecond are returned once', async (sort) => {
      const twins = await company.clock.during(async () => [
        await company.claim(),
        await company.claim(),
        await company.claim(),
      ]);
      const seen = (await walk(ALL, { limit: '1', sort }, company.root)).flat();
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(twins.map(({ id }) => id)));
    });

    it.each(['0', '501', '-1', '1.5', 'x', '', '1e2'])('limit=%s is 400', async (limit) => {
      expect((await ask(OWN, { limit })).status).toBe(400);
    });

    it('an invalid cursor, or one of another order, is 400', async () => {
      const { next = '' } = await ask(OWN, { limit: '1' });
      const cursor = new URL(next, company.product.origin).searchParams.get('cursor') ?? '';
      expect((await ask(OWN, { limit: '1', cursor })).status).toBe(200);
      expect((await ask(OWN, { limit: '1', cursor, sort: 'date' })).status).toBe(400);
      for (const bad of ['x', cursor.slice(1), '', btoa('[]'), btoa('{"$gt":""}')]) {
        expect((await ask(OWN, { limit: '1', cursor: bad })).status).toBe(400);
      }
    });
  });

  it('of one’s own are searched for a reimbursement, a day or an expense id (R-10.5)', async () => {
    const { lunch, cable } = claims;
    for (const q of [String(lunch.reimbursement_amount), lunch.date ?? '', lunch.expense_id]) {
      expect((await ask(OWN, { q })).items).toEqual([lunch]);
    }
    expect((await ask(OWN, { q: cable.expense_id.toLowerCase().slice(4) })).items).toEqual([cable]);
  });

  describe('with an ETag', () => {
    it('an unchanged list is 304', async () => {
      for (const [path, as] of [
        [OWN, lena],
        [ALL, company.root],
      ] as const) {
        expect((await ask(path, {}, as, { 'if-none-match': 'W/"another"' })).status).toBe(200);
        // The ETag may change once more after a write is visible.
        await eventually(async () => {
          const etag = (await ask(path, {}, as)).headers.get('etag') ?? '';
          const by = (known: string) => ask(path, {}, as, { 'if-none-match': known });
          const responses = [await by(etag), await by(`W/"x", ${etag}`)];
          return responses.every((it) => it.status === 304 && it.bytes.length === 0 && it.headers.get('etag') === etag);
        });
      }
    });

    it('any change of an expense changes the ETag, but changes of other people do not change that of the own list', async () => {
      const tag = async (path: string, as: Person) => (await ask(path, {}, as)).headers.get('etag');
      // A person without expenses has no pending projections.
      const idle = await company.addPerson('team_member');
      const tags = () => Promise.all([tag(OWN, company.paul), tag(ALL, company.root), tag(OWN, idle)]);
      const as = company.paul;
      let before = await tags();
      const changed = async (change: Promise<unknown>) => {
        await change;
        const after = await tags();
        expect([after[0] !== before[0], after[1] !== before[1], after[2] === before[2]]).toEqual([true, true, true]);
        before = after;
      };
      const form = company.form({ status: 'draft' });
      const { expense } = await company.api.call(createExpenseRoute, { as, form });
      await changed(Promise.resolve());
      const own = `/api/expenses/${expense.id}`;
      const submit = () => company.api.send('PUT', own, { as, form: company.form({ status: 'submitted' }, null) });
      await changed(submit());
      await changed(company.reject(expense));
      await changed(company.api.send('PUT', own, { as, form: company.form({ status: 'draft' }, null) }));
      await changed(company.api.send('DELETE', own, { as }));
    });

    it('another person’s ETag never gives 304', async () => {
      const mine = (await ask(OWN, {}, company.mia)).headers.get('etag') ?? '';
      const response = await ask(OWN, {}, lena, { 'if-none-match': mine });
      expect(response.status).toBe(200);
      expect(response.items.every(({ user_id }) => user_id === lena.user.id)).toBe(true);
    });

    it('a changed number of duplicates changes the ETag', async () => {
      const amount = company.amount();
      const waiting = await company.claim({ amount }, { as: company.mia });
      const etag = (await ask(OWN, {}, company.mia)).headers.get('etag') ?? '';
      await company.approve(await company.claim({ amount }, { as: company.mia }));
      const { status, items } = await ask(OWN, {}, company.mia, { 'if-none-match': etag });
      expect(status).toBe(200);
      expect(items.find(({ id }) => id === waiting.id)).toMatchObject({ duplicate_count: 1 });
    });
  });

  it.each(['gzip', 'br'])('compression with %s keeps the content', async (encoding) => {
    // The ETag may change once more after a write is visible.
    const [plain, packed] = await eventually(async () => {
      const plain = await ask(ALL, {}, company.root, { 'accept-encoding': 'identity' });
      const packed = await ask(ALL, {}, company.root, { 'accept-encoding': encoding });
      return packed.headers.get('etag') === plain.headers.get('etag') && [plain, packed];
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(packed.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(packed.body).toEqual(plain.body);
  });

  function idOf(name: string): string {
    return claims[name as keyof typeof claims].id;
  }

  it('sends the version of the changed list within two seconds of a change', async () => {
    const response = await fetch(new URL(`${OWN}/changes`, company.product.origin), {
      headers: { authorization: `Bearer ${lena.token}` },
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = '';
    const versions = () => [...text.matchAll(/"version":"([^"]+)"/g)].map(([, version]) => `W/"${version}"`);
    const etag = async () => (await ask(OWN)).headers.get('etag');
    const readUntil = async (version: string | null) => {
      while (versions().at(-1) !== version) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream has ended');
        text += decoder.decode(value, { stream: true });
      }
    };
    await readUntil(await etag());
    await company.claim({ justification: 'Meanwhile' }, { as: lena });
    await readUntil(await etag());
    expect(versions().length).toBeGreaterThan(1);
    await reader.cancel();
  });
});
