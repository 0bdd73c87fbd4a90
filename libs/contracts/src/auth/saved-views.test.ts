import { viewFilter, saveViewRoute } from './saved-views.js';

it.each([
  ['nothing', {}],
  ['what a list can be filtered by', { user: 'ann@x.org', status: 'paid', q: 'taxi', date_from: '2026-01-01' }],
  ['an order', { sort: 'oldest' }],
  ['several people and duplicates', { user: 'ann@x.org,ben@x.org', duplicates: 'yes' }],
])('a view keeps %s as it is', (_, filter) => {
  expect(viewFilter.parse(filter)).toEqual(filter);
});

it.each([
  ['an unknown status', { status: 'lost' }],
  ['an unknown order', { sort: 'amount' }],
  ['nobody between two commas', { user: 'ann@x.org,,ben@x.org' }],
  ['a day that does not exist', { date_to: '2026-02-30' }],
  ['a search that is too long', { q: 'x'.repeat(101) }],
])('a view refuses %s', (_, filter) => {
  expect(viewFilter.safeParse(filter).success).toBe(false);
});

it.each([
  ['invisible', '\u200b\u3164'],
  ['longer than 60 characters', 'x'.repeat(61)],
])('a name that is %s is refused', (_, name) => {
  expect(saveViewRoute.body.safeParse({ name, shared: true, filter: {} }).success).toBe(false);
});

it('a view has no instant of the past, and nothing that a list does not know', () => {
  expect(viewFilter.parse({ as_of: '2026-01-01T00:00:00Z', colour: 'red', q: 'taxi' })).toEqual({ q: 'taxi' });
});
