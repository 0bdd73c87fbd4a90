import {
  addDays,
  CURRENCIES,
  expenseDateProblem,
  monthsBefore,
  REIMBURSEMENT_CURRENCIES,
  ROLES,
  STATUSES,
  submissionProblems,
} from '@outlay/rules';
import { detailsOf, hasReceipt, inCurrency, type DemoClaim } from './claim.js';
import { CLAIMS, demoClaims } from './demo-company.js';
import { PEOPLE } from './people.js';

const TODAY = '2026-03-31';
const claimsOf = { outlay: demoClaims('outlay', TODAY), another: demoClaims('another', TODAY) };
const problemsOf = (claim: DemoClaim) =>
  submissionProblems(detailsOf(claim), {
    today: TODAY,
    role: claim.purchase.owner.role,
    hasReceipt: hasReceipt(claim),
  });
const duplicateKey = (claim: DemoClaim) => {
  const { date, amount, currency } = detailsOf(claim);
  return [claim.purchase.owner.email, date, amount, currency].join(' ');
};

test('the company has people of every role and reimbursement currency, and one who has left', () => {
  const staff = PEOPLE.filter(({ left }) => !left);
  const rolesWith = (role: string) => staff.filter((person) => person.role === role).length;
  expect(ROLES.map(rolesWith)).toEqual([5, 2, 2, 1]);
  expect(new Set(staff.map(({ reimbursementCurrency }) => reimbursementCurrency))).toEqual(
    new Set(REIMBURSEMENT_CURRENCIES),
  );
  expect(PEOPLE.filter(({ left }) => left)).toHaveLength(1);
  expect(new Set(PEOPLE.map(({ email }) => email)).size).toBe(PEOPLE.length);
});

test('the same seed and day give the same claims, another seed gives others', () => {
  expect(demoClaims('outlay', TODAY)).toEqual(claimsOf.outlay);
  expect(claimsOf.another).not.toEqual(claimsOf.outlay);
});

describe.each(Object.entries(claimsOf))('the claims from the seed %s', (_, claims) => {
  test('have the configured number and every status', () => {
    expect(claims).toHaveLength(CLAIMS);
    for (const status of STATUSES) {
      expect(claims.filter(({ outcome }) => outcome.status === status).length).toBeGreaterThanOrEqual(8);
    }
  });

  test('can all be submitted, except drafts with missing parts', () => {
    expect(claims.filter((claim) => claim.missing.length === 0).flatMap(problemsOf)).toEqual([]);
    const incomplete = claims.filter((claim) => claim.missing.length > 0);
    expect(incomplete.length).toBeGreaterThan(2);
    expect(incomplete.every((claim) => claim.outcome.status === 'draft' && problemsOf(claim).length > 0)).toBe(true);
  });

  test('are dated within the last eleven months', () => {
    const dates = claims.map(({ purchase }) => purchase.receipt.date);
    expect(dates.filter((date) => date < monthsBefore(TODAY, 11) || date > TODAY)).toEqual([]);
    expect(dates.some((date) => date < monthsBefore(TODAY, 9))).toBe(true);
    expect(dates.some((date) => date > addDays(TODAY, -14))).toBe(true);
  });

  test('use every currency of the form and one other', () => {
    expect(new Set(claims.map(({ purchase }) => purchase.receipt.currency))).toEqual(new Set([...CURRENCIES, 'JPY']));
  });

  test('have overrides and honour declarations of partners only, and VAT only where it applies', () => {
    const overridden = claims.filter(({ override }) => override);
    const declared = claims.filter(({ noReceipt }) => noReceipt);
    expect(overridden.length).toBeGreaterThanOrEqual(3);
    expect(declared.length).toBeGreaterThanOrEqual(3);
    expect(new Set([...overridden, ...declared].map(({ purchase }) => purchase.owner.role))).toEqual(
      new Set(['partner']),
    );
    expect(claims.filter((claim) => Number(detailsOf(claim).vatAmount) > 0).length).toBeGreaterThanOrEqual(3);
  });

  test('contain exactly the intended duplicates of approved or paid claims', () => {
    const [duplicates, originals] = [claims.filter((c) => c.duplicate), claims.filter((c) => !c.duplicate)];
    const keys = originals.map(duplicateKey);
    const withAmount = originals.filter((claim) => detailsOf(claim).amount !== null).map(duplicateKey);
    expect(new Set(withAmount).size).toBe(withAmount.length);
    expect(duplicates).toHaveLength(3);
    for (const duplicate of duplicates) {
      const original = originals[keys.indexOf(duplicateKey(duplicate))];
      expect(['approved', 'paid']).toContain(original?.outcome.status);
    }
    expect(new Set(duplicates.map(duplicateKey)).size).toBe(3);
  });

  test('can also be submitted in the reimbursement currency of the owner', () => {
    const moved = claims
      .filter(({ missing }) => missing.length === 0)
      .map((claim) => inCurrency(claim, claim.purchase.owner.reimbursementCurrency));
    expect(moved.flatMap(problemsOf)).toEqual([]);
    expect(moved.every((claim) => Number(detailsOf(claim).amount) > 0)).toBe(true);
  });
});

test.each(['2026-02-28', '2028-02-29', '2026-12-31'])(
  'a company created on %s has no date outside the allowed range',
  (today) => {
    const problems = demoClaims('outlay', today).map(({ purchase }) =>
      expenseDateProblem(purchase.receipt.date, today),
    );
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  },
);
