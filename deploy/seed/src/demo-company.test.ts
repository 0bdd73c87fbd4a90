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
const twin = (claim: DemoClaim) => {
  const { date, amount, currency } = detailsOf(claim);
  return [claim.purchase.owner.email, date, amount, currency].join(' ');
};

test('the company has people of every role and both reimbursement currencies, and one who has left', () => {
  const staff = PEOPLE.filter(({ left }) => !left);
  const rolesWith = (role: string) => staff.filter((person) => person.role === role).length;
  expect(ROLES.map(rolesWith)).toEqual([5, 2, 2]);
  expect(new Set(staff.map(({ reimbursementCurrency }) => reimbursementCurrency))).toEqual(
    new Set(REIMBURSEMENT_CURRENCIES),
  );
  expect(PEOPLE.filter(({ left }) => left)).toHaveLength(1);
  expect(new Set(PEOPLE.map(({ email }) => email)).size).toBe(PEOPLE.length);
});

test('the same seed and day give the same claims, another seed others', () => {
  expect(demoClaims('outlay', TODAY)).toEqual(claimsOf.outlay);
  expect(claimsOf.another).not.toEqual(claimsOf.outlay);
});

describe.each(Object.entries(claimsOf))('the claims from the seed %s', (_, claims) => {
  test('are as many as promised and of every status', () => {
    expect(claims).toHaveLength(CLAIMS);
    for (const status of STATUSES) {
      expect(claims.filter(({ fate }) => fate.status === status).length).toBeGreaterThanOrEqual(8);
    }
  });

  test('may all be submitted, unless they are drafts with something left open', () => {
    expect(claims.filter((claim) => claim.gaps.length === 0).flatMap(problemsOf)).toEqual([]);
    const begun = claims.filter((claim) => claim.gaps.length > 0);
    expect(begun.length).toBeGreaterThan(2);
    expect(begun.every((claim) => claim.fate.status === 'draft' && problemsOf(claim).length > 0)).toBe(true);
  });

  test('are of the last eleven months', () => {
    const dates = claims.map(({ purchase }) => purchase.receipt.date);
    expect(dates.filter((date) => date < monthsBefore(TODAY, 11) || date > TODAY)).toEqual([]);
    expect(dates.some((date) => date < monthsBefore(TODAY, 9))).toBe(true);
    expect(dates.some((date) => date > addDays(TODAY, -14))).toBe(true);
  });

  test('come in every currency of the form and in one that is not', () => {
    expect(new Set(claims.map(({ purchase }) => purchase.receipt.currency))).toEqual(new Set([...CURRENCIES, 'JPY']));
  });

  test('have overrides and honor declarations of partners only, and VAT only where it applies', () => {
    const overridden = claims.filter(({ override }) => override);
    const declared = claims.filter(({ noReceipt }) => noReceipt);
    expect(overridden.length).toBeGreaterThanOrEqual(3);
    expect(declared.length).toBeGreaterThanOrEqual(3);
    expect(new Set([...overridden, ...declared].map(({ purchase }) => purchase.owner.role))).toEqual(
      new Set(['partner']),
    );
    expect(claims.filter((claim) => Number(detailsOf(claim).vatAmount) > 0).length).toBeGreaterThanOrEqual(3);
  });

  test('repeat an approved or paid one only where they are meant to', () => {
    const [duplicates, originals] = [claims.filter((c) => c.duplicate), claims.filter((c) => !c.duplicate)];
    const twins = originals.map(twin);
    const withAmount = originals.filter((claim) => detailsOf(claim).amount !== null).map(twin);
    expect(new Set(withAmount).size).toBe(withAmount.length);
    expect(duplicates).toHaveLength(3);
    for (const duplicate of duplicates) {
      const original = originals[twins.indexOf(twin(duplicate))];
      expect(['approved', 'paid']).toContain(original?.fate.status);
    }
    expect(new Set(duplicates.map(twin)).size).toBe(3);
  });

  test("can still be submitted in the owner's own currency", () => {
    const moved = claims
      .filter(({ gaps }) => gaps.length === 0)
      .map((claim) => inCurrency(claim, claim.purchase.owner.reimbursementCurrency));
    expect(moved.flatMap(problemsOf)).toEqual([]);
    expect(moved.every((claim) => Number(detailsOf(claim).amount) > 0)).toBe(true);
  });
});

test.each(['2026-02-28', '2028-02-29', '2026-12-31'])('a company of %s has no date outside the window', (today) => {
  const problems = demoClaims('outlay', today).map(({ purchase }) => expenseDateProblem(purchase.receipt.date, today));
  expect(problems.filter((problem) => problem !== null)).toEqual([]);
});
