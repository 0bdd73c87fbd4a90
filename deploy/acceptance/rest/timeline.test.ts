import { FEED_LIMIT, timelineRoute, type FeedLine, type RouteQuery } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { startCompany, type Company } from './testing/company.js';

const MINUTE = 60_000;

describe('the timeline', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const page = (query: RouteQuery<typeof timelineRoute>) =>
    company.api.call(timelineRoute, { as: company.root, query });

  /** Follows the pages to the beginning of the log. */
  async function timeline(query: RouteQuery<typeof timelineRoute>) {
    const events = [];
    for (let before: string | undefined; ;) {
      const { events: more, next } = await page({ ...query, ...(before !== undefined && { before }) });
      events.push(...more);
      if (next === null) return events;
      before = String(next);
    }
  }

  async function feedOf(stream: string): Promise<FeedLine[]> {
    // The log of a product that other tests share is longer than the default.
    const query = `prefix=${stream}&limit=${FEED_LIMIT.most}`;
    const response = await fetch(`${company.api.origin}/api/audit/events?${query}`, {
      headers: { authorization: `Bearer ${company.root.token}` },
    });
    return (await response.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as FeedLine);
  }

  it('has the events of an expense, a payment, a person and a kind, newest first, whatever the pages', async () => {
    const { mia, paul } = company;
    const expense = await company.expense('approved');
    const { payment_id } = await company.pay(expense);
    await company.expense('submitted', paul);
    const [own, payment] = [`expense-${expense.id}`, `payment-${payment_id}`];
    // The report of the payment is the last of all.
    const ofPayment = await eventually(async () => {
      const events = await timeline({ payment: payment_id });
      return events.some(({ type }) => type === 'ReportMade') && events;
    });
    const feed = [...(await feedOf(own)), ...(await feedOf(payment))].sort((a, b) => b.leaf - a.leaf);
    const ofStream = (stream: string) => feed.filter((line) => line.stream === stream);
    const of = (lines: readonly FeedLine[], expense_id: string | null) =>
      lines.map((line) => ({ ...line, expense_id, person_id: mia.user.id }));
    expect(await timeline({ expense: expense.expense_id })).toEqual(of(ofStream(own), expense.expense_id));
    const paying = feed.filter(({ stream, type }) => stream === payment || type === 'ExpensePaid');
    expect(ofPayment.map(({ id }) => id)).toEqual(paying.map(({ id }) => id));
    for (const limit of ['1', '3']) expect(await timeline({ payment: payment_id, limit })).toEqual(ofPayment);

    const ofMia = await timeline({ person: mia.user.id });
    for (const { actor, person_id } of ofMia) expect([actor?.id, person_id]).toContain(mia.user.id);
    const paid = await timeline({ person: mia.user.id, kind: 'payment' });
    expect(paid).toEqual(of(ofStream(payment), null));
  });

  it('has the events of a period, from its beginning and without its end', async () => {
    const { id } = await company.expense('submitted');
    company.clock.forward(MINUTE);
    const from = company.now().toISOString();
    company.clock.forward(MINUTE);
    await company.approve(await company.expense('submitted'));
    const { id: later } = await company.expense('approved');
    const events = await eventually(async () => {
      const found = await timeline({ from, person: company.mia.user.id });
      return found.some(({ stream, revision }) => stream === `expense-${later}` && revision === 2) && found;
    });
    expect(events.some(({ stream }) => stream === `expense-${id}`)).toBe(false);
    for (const { at } of events) expect(at && at >= from).toBe(true);
    const to = events[0]?.at ?? '';
    expect(await timeline({ from, to, person: company.mia.user.id })).toEqual(events.filter(({ at }) => at && at < to));
  });

  it.each([
    ['kind', 'thing'],
    ['from', 'yesterday'],
    ['limit', '0'],
    ['before', '-1'],
    ['as_of', '2026-03-02T09:00:00Z'],
  ])('refuses %s=%s', async (name, value) => {
    const ask = { as: company.root, query: { [name]: value } };
    expect((await company.api.expectError('GET', '/api/audit/timeline', ask)).status).toBe(400);
  });
});
