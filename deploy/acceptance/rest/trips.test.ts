import {
  addTripRoute,
  amendExpenseRoute,
  exportExpensesRoute,
  listAllExpensesRoute,
  listOwnExpensesRoute,
  listTripsRoute,
  removeTripRoute,
  reviseExpenseRoute,
  summarizeOwnExpensesRoute,
} from '@outlay/contracts';
import { startCompany, type Company, type Person } from './testing/company.js';
import { whenReady } from './testing/when-ready.js';

describe('trips', () => {
  let company: Company;
  let ana: Person;
  beforeAll(async () => {
    company = await startCompany();
    ana = await company.addPerson('team_member');
  });
  afterAll(() => company.close());

  const inTrip = (trip: string, status: 'draft' | 'submitted' = 'draft') =>
    company.claim({ trip, status }, { as: ana });
  const listed = (query: Record<string, string>) =>
    company.api.call(listOwnExpensesRoute, { as: ana, query }).then((rows) => rows.map(({ id }) => id).sort());
  const terms = { currency: 'KES', first_day: '2026-03-16', last_day: '2026-03-20' };

  it('group claims, each of which is submitted and decided on its own', async () => {
    const [one, two] = [await inTrip('Nairobi, March'), await inTrip('Nairobi, March')];
    expect(one).toMatchObject({ trip: 'Nairobi, March', status: 'draft' });
    await company.claim({ status: 'draft' }, { as: ana });
    expect(await listed({ trip: 'NAIROBI, march' })).toEqual([one.id, two.id].sort());
    expect(await listed({ trip: 'Nairobi' })).toEqual([]);
    expect(await listed({ q: 'nairobi' })).toEqual([one.id, two.id].sort());

    const form = company.form({ trip: 'Nairobi, March', amount: String(one.amount) }, null);
    const { expense } = await company.api.call(reviseExpenseRoute, { as: ana, params: { id: one.id }, form });
    await company.approve(expense);
    const query = { trip: 'Nairobi, March' };
    const { totals } = await whenReady(() => company.api.call(summarizeOwnExpensesRoute, { as: ana, query }));
    expect(totals.map(({ status, count }) => [status, count]).sort()).toEqual([
      ['approved', 1],
      ['draft', 1],
    ]);
    const all = await company.api.call(listAllExpensesRoute, {
      as: company.root,
      query: { trip: 'nairobi, march', status: 'approved', user: ana.user.id },
    });
    expect(all.map(({ id, trip }) => [id, trip])).toEqual([[one.id, 'Nairobi, March']]);
  });

  it('stay on claims of the past, in exports and in the trail when a super admin corrects the name', async () => {
    const claim = await inTrip('Lagos', 'submitted');
    const as_of = company.now().toISOString();
    company.clock.forward(5000);
    const { expense } = await company.api.call(amendExpenseRoute, {
      as: company.root,
      params: { id: claim.id },
      json: { metadata: { trip: ' Lagos, April\u200b ' } },
    });
    expect(expense).toMatchObject({ trip: 'Lagos, April', status: 'submitted' });
    const { body } = await company.api.send('GET', `/api/expenses/${claim.id}/audit`, { as: ana });
    expect(body).toMatchObject({
      audit_log: expect.arrayContaining([
        expect.objectContaining({ field_name: 'trip', old_value: 'Lagos', new_value: 'Lagos, April' }),
      ]),
    });
    expect(await whenReady(() => listed({ trip: 'Lagos', as_of }))).toEqual([claim.id]);
    expect(await listed({ trip: 'Lagos' })).toEqual([]);
    const query = { trip: 'Lagos, April' };
    const csv = await company.api.send(exportExpensesRoute.method, exportExpensesRoute.path, {
      as: company.root,
      query,
    });
    const [head = '', row = ''] = csv.bytes.toString().split('\r\n');
    expect(head).toContain('"Trip"');
    expect(row).toContain('"Lagos, April"');
    const cleared = { as: company.root, params: { id: claim.id }, json: { metadata: { trip: null } } };
    expect((await company.api.call(amendExpenseRoute, cleared)).expense.trip).toBeNull();
  });

  it('that are removed leave their name on their claims, which nobody else sees', async () => {
    const json = { name: 'Accra', ...terms };
    const { id } = await company.api.call(addTripRoute, { as: ana, json });
    const claim = await inTrip('Accra');
    const stranger = { as: company.mia, params: { id } };
    expect(await company.api.send('PUT', `/api/trips/${id}`, { as: company.mia, json: terms })).toMatchObject({
      status: 404,
    });
    await expect(company.api.call(removeTripRoute, stranger)).rejects.toThrow();
    expect(await company.api.call(listTripsRoute, { as: company.mia })).toEqual([]);
    await company.api.call(removeTripRoute, { as: ana, params: { id } });
    expect(await company.api.call(listTripsRoute, { as: ana })).toEqual([]);
    expect(await listed({ trip: 'Accra' })).toEqual([claim.id]);
  });
});
