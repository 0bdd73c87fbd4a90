import fc from 'fast-check';
import { OutlayError, expenseEventSchemas, type ExpenseEvent } from '@outlay/contracts';
import { isAllowed, type Action } from '@outlay/rules';
import { auditTrail } from './changes.js';
import type { ExpenseCommand } from './commands.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import { initialState, isLiving, type ExpenseState } from './expense.js';
import { aClaim, aRate, aReceipt, asked, member, recorded } from '../testing/stories.js';

const amount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
const details = fc.record({ amount, currency: fc.constantFrom('EUR', 'USD', 'KES') }).map((over) => aClaim(over));
const writing = fc.record({
  status: fc.constantFrom('draft' as const, 'submitted' as const),
  details,
  receipt: fc.constantFrom(null, aReceipt(), aReceipt({ fileName: 'r2.pdf' })),
});

const command: fc.Arbitrary<ExpenseCommand> = fc.oneof(
  writing.map((over) => asked.create(over)),
  writing.map((over) => asked.revise({ ...over, removeReceipt: over.receipt === null && over.status === 'draft' })),
  fc.constantFrom(
    asked.approve(),
    asked.reject(),
    asked.revert(),
    asked.delete(),
    asked.pay('pay-1'),
    asked.pay('pay-2'),
  ),
  fc
    .record({ amount, rate: fc.constantFrom('1', '0.92', '129.5') })
    .map((o) =>
      asked.amend({ original: { amount: o.amount, currency: 'USD', date: '2026-06-09', rate: aRate(o.rate) } }),
    ),
  amount.map((value) => asked.amend({ reimbursement: { amount: value, reason: 'Agreed' } })),
);

const ACTION = {
  Create: null,
  CreateOnBehalf: null,
  Revise: null,
  DeleteDraft: 'delete',
  Approve: 'approve',
  Reject: 'reject',
  Revert: 'revert',
  Amend: 'amend',
  Pay: 'pay',
} as const satisfies Record<ExpenseCommand['type'], Action | null>;

function actionOf(asked: ExpenseCommand): Action | null {
  if (asked.type === 'Revise') return asked.status === 'draft' ? 'saveDraft' : 'submit';
  return ACTION[asked.type];
}

function run(
  commands: readonly ExpenseCommand[],
  observe: (before: ExpenseState, asked: ExpenseCommand, events: readonly ExpenseEvent[], after: ExpenseState) => void,
) {
  let state: ExpenseState = initialState;
  const history: ExpenseEvent[] = [];
  for (const next of commands) {
    let events: readonly ExpenseEvent[] = [];
    try {
      events = decide(next, state, history.length - 1);
    } catch (error) {
      expect(error).toBeInstanceOf(OutlayError);
    }
    const before = state;
    for (const event of events) {
      state = evolve(state, recorded(event, history.length));
      history.push(event);
    }
    observe(before, next, events, state);
  }
  return history;
}

describe('any sequence of commands', () => {
  it('only makes transitions the table allows, and never leaves paid', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) => {
        run(commands, (before, next, events, after) => {
          if (events.length === 0) return expect(after).toBe(before);
          const action = actionOf(next);
          if (action !== null) expect(isLiving(before) && isAllowed(action, before.status)).toBe(true);
          if (before.status === 'paid' || before.status === 'gone')
            throw new Error(`${next.type} changed what is ${before.status}`);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('makes facts of the contract’s shape, and a submitted expense always has a receipt or a declaration', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 15 }), (commands) => {
        run(commands, (_before, next, events, after) => {
          for (const { type, data } of events) expect(expenseEventSchemas[type].safeParse(data).success).toBe(true);
          if (events.length > 0 && (next.type === 'Create' || next.type === 'Revise') && after.status === 'submitted') {
            expect(after.claim.receipt !== null || after.claim.details.noReceipt).toBe(true);
          }
        });
      }),
      { numRuns: 500 },
    );
  });

  it('repeated as it is makes no new fact', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 12 }), (commands) => {
        run(commands, (_before, next, events, after) => {
          // A new receipt file is a new fact each time: its name is made for that upload.
          if (events.length === 0 || ('receipt' in next && next.receipt !== null)) return;
          expect(decide(next, after, 100)).toEqual([]);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves a trail in which every fact has an entry with its actor', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 15 }), (commands) => {
        const facts = run(commands, () => undefined).map(recorded);
        const trail = auditTrail(facts);
        for (const fact of facts) {
          const entries = trail.filter((entry) => entry.revision === fact.revision);
          const silent =
            fact.type === 'ExpenseRevised' || fact.type === 'ExpenseSubmitted' || fact.type === 'ExpenseDrafted';
          if (!silent || fact.revision === 0) expect(entries.length).toBeGreaterThan(0);
          for (const entry of entries) expect(entry.changedByEmail).toBe(fact.actor.email);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('the first entry of a trail holds the snapshot of what was handed in', () => {
  const [first] = auditTrail(decide(asked.create({ actor: member }), initialState, -1).map(recorded));
  expect(JSON.parse(first?.newValue ?? '')).toMatchObject({ amount: '100.00', currency: 'EUR', status: 'submitted' });
});
