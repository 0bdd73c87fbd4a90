import * as contracts from '@outlay/contracts';
import { exportExpensesRoute, listAllExpensesRoute, listAllReportsRoute, type Route } from '@outlay/contracts';
import { addDays } from '@outlay/rules';
import * as z from 'zod/mini';
import { startCompany, type Company, type Person } from './testing/company.js';
import { whenReady } from './testing/when-ready.js';

/** Every route that takes a text to search for. */
const SEARCHES = Object.values<unknown>(contracts).filter(
  (value): value is Route => isRoute(value) && 'q' in Object(Object(value.query).shape),
);
/** Stored texts, with the searches that find each of them. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'Café Müller, Straße': ['Cafe\u0301', 'CAFÉ MÜLLER', 'cafe muller', 'STRASSE', 'straße', 'STRAẞE'],
  'Cafe\u0301 decomposed': ['Café decomposed', 'CAFÉ  DECOMPOSED'],
  'Taksi İstanbul ışık': ['istanbul', 'ISTANBUL', 'İSTANBUL', 'IŞIK', 'isik'],
  'Ο ΔΡΟΜΟΣ του ΟΔΟΣ': ['οδος', 'οδός', 'ΔΡΌΜΟΣ'],
  'ﬁnal oﬃce ＦＵＬＬ': ['final', 'FINAL OFFICE', 'full', 'ｆｕｌｌ'],
  'Cooperation over\nlunch': ['over lunch', 'over\u00a0lunch', 'OVER  LUNCH'],
};

describe('every search', () => {
  let company: Company;
  let lena: Person;
  beforeAll(async () => {
    company = await startCompany();
    lena = await company.addPerson('team_member');
    for (const justification of Object.keys(TEXTS)) await company.claim({ justification }, { as: lena });
  });
  afterAll(() => company.close());

  const isOwn = ({ path }: Route) => !path.startsWith('/api/admin/');
  const count = async (route: Route, query: Record<string, string>): Promise<number> => {
    const as = isOwn(route) ? lena : company.root;
    const { body, bytes } = await whenReady(() => company.api.send(route.method, route.path, { as, query }));
    if (route === exportExpensesRoute) return bytes.toString().match(/"EXP-/g)?.length ?? 0;
    const totals = z.safeParse(z.object({ totals: z.array(z.object({ count: z.number() })) }), body);
    if (totals.success) return totals.data.totals.reduce((sum, { count }) => sum + count, 0);
    return z.array(z.unknown()).parse(body).length;
  };

  it('is known to this test', () => {
    expect(SEARCHES.length).toBeGreaterThanOrEqual(4);
  });

  it.each(SEARCHES.map((route) => [route.path, route] as const))(
    'finds a text whatever its case, accents and characters: %s',
    async (_, route) => {
      const user: Record<string, string> = isOwn(route) ? {} : { user: lena.user.id };
      for (const [text, variants] of Object.entries(TEXTS))
        for (const q of [text.replace('\n', ' '), ...variants])
          expect({ q, count: await count(route, { ...user, q }) }).toMatchObject({
            count: Object.keys(TEXTS).filter((other) => contains(other, q)).length,
          });
      expect(await count(route, { ...user, q: 'cafés' })).toBe(0);
    },
  );

  it('finds a person by the name of today, which lists and new reports show', async () => {
    const { api, root } = company;
    const [old, today] = ['Sven Svenson', 'Ragnhild Ødegård-Çelik'];
    const names = (name: string) => ({ first_name: name.split(' ')[0], last_name: name.split(' ')[1] });
    const rename = (name: string) =>
      api.send('PUT', `/api/admin/users/${lena.user.id}/role`, { as: root, json: names(name) });
    await rename(old);
    const paid = await company.expense('approved', lena, { date: addDays(company.today(), -1) });
    const before = company.now().toISOString();
    company.clock.forward(60_000);
    await rename(today);

    const shown = async (q: string, query: Record<string, string> = {}) => {
      const found = await whenReady(() =>
        api.call(listAllExpensesRoute, { as: root, query: { ...query, q, user: lena.user.email } }),
      );
      return found.map(({ user_name }) => user_name);
    };
    expect(await shown('RAGNHILD ØDEGÅRD-CELIK')).toEqual(Array(7).fill(today));
    expect(await shown('çelik', { status: 'approved', limit: '1' })).toEqual([today]);
    // The name was another one then.
    expect(await shown('celik', { as_of: before })).toEqual([]);
    expect(await shown('svenson', { as_of: before })).toEqual(Array(7).fill(old));

    const rejected = await company.reject(await company.claim({}, { as: lena }));
    expect(rejected.user_name).toBe(today);
    expect(paid.user_name).toBe(old);
    await company.pay(paid);
    const [report] = (await api.call(listAllReportsRoute, { as: root })).filter(
      ({ user_id }) => user_id === lena.user.id,
    );
    expect(report?.user_name).toBe(today);
  });
});

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}

/** Searches a text without the folding of the product. */
function contains(text: string, q: string): boolean {
  const form = (one: string) =>
    one
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .replaceAll('ı', 'i')
      .replaceAll('ς', 'σ')
      .replace(/\s+/g, ' ');
  return form(text).includes(form(q));
}
