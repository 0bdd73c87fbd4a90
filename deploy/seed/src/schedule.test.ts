import { addDays } from '@outlay/rules';
import { DemoClock } from './demo-clock.js';
import { demoClaims } from './demo-company.js';
import { scheduleOf } from './schedule.js';

describe.each(['2026-03-31T00:00:00.000Z', '2026-11-26T18:30:00.000Z'])('the life of the company at %s', (at) => {
  const now = new Date(at);
  const claims = demoClaims('outlay', at.slice(0, 10)).map((claim, index) => ({
    ...claim,
    ...scheduleOf(claim, index, now),
  }));
  const monthsOf = (instants: readonly (Date | null)[]) =>
    new Set(instants.map((instant) => instant?.toISOString().slice(0, 7)).filter(Boolean));

  it('is in the order in which things happen, and never later than now', () => {
    for (const { purchase, sentAt, decidedAt, paidAt } of claims) {
      const instants = [new Date(purchase.receipt.date), sentAt, decidedAt, paidAt, now].filter((one) => one !== null);
      expect(instants.map(Number)).toEqual(instants.map(Number).toSorted((a, b) => a - b));
    }
  });

  it('has each decision and payment that the claim says, and no other', () => {
    for (const { outcome, decidedAt, paidAt } of claims) {
      expect(decidedAt !== null).toBe(['approved', 'rejected', 'paid'].includes(outcome.status));
      expect(paidAt !== null).toBe(outcome.status === 'paid');
    }
  });

  it('fills months with claims, decisions and payments, at times of work', () => {
    expect(monthsOf(claims.map(({ sentAt }) => sentAt)).size).toBeGreaterThanOrEqual(10);
    expect(monthsOf(claims.map(({ decidedAt }) => decidedAt)).size).toBeGreaterThanOrEqual(8);
    expect(monthsOf(claims.map(({ paidAt }) => paidAt)).size).toBeGreaterThanOrEqual(6);
    // A step for which no time is left happens just before now.
    const planned = claims.filter(({ purchase }) => purchase.receipt.date < addDays(at.slice(0, 10), -45));
    for (const { sentAt, decidedAt } of planned)
      for (const instant of [sentAt, decidedAt]) if (instant) expect([1, 2, 3, 4, 5]).toContain(instant.getUTCDay());
  });
});

test('the clock of the company goes forward only, and ends in the present', () => {
  let system = new Date('2026-11-26T12:00:00.000Z');
  const clock = new DemoClock({ now: () => system });
  const now = () => clock.now().toISOString();
  clock.startAt(new Date('2026-01-05T09:00:00.000Z'));
  system = new Date('2026-11-26T12:00:05.000Z');
  expect(now()).toBe('2026-01-05T09:00:05.000Z');
  clock.forwardTo(new Date('2026-01-04T09:00:00.000Z'));
  expect(now()).toBe('2026-01-05T09:00:05.000Z');
  clock.forwardTo(new Date('2026-02-01T10:00:00.000Z'));
  expect(now()).toBe('2026-02-01T10:00:00.000Z');
  clock.forwardTo(new Date('2027-01-01T00:00:00.000Z'));
  expect(now()).toBe(system.toISOString());
  clock.startAt(new Date('2026-01-05T09:00:00.000Z'));
  clock.catchUp();
  expect(now()).toBe(system.toISOString());
});
