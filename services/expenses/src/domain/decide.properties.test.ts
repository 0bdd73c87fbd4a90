import fc from 'fast-check';
import { OutlayError, expenseEventSchemas, type ExpenseEvent } from '@outlay/contracts';
import { isAllowed, type Action } from '@outlay/rules';
import { auditTrail } from '../views/audit-trail.js';
import type { ExpenseCommand } from './commands.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import { initialState, isExisting, type ExpenseState } from './expense.js';
import { aClaim, aRate, aReceipt, aCommand, member, recorded } from '../testing/builders.js';

const amount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => (cents / 100).toFixed(2));
const details = fc.record({ amount, currency: fc.constantFrom('EUR', 'USD', 'KES') }).map((over) => aClaim(over));
const saving = fc.record({
  status: fc.constantFrom('draft' as const, 'submitted' as const),
  details,
  receipt: fc.constantFrom(null, aReceipt(), aReceipt({ fileName: 'r2.pdf' })),
});

const anyCommand: fc.Arbitrary<ExpenseCommand> = fc.oneof(
  saving.map((over) => aCommand.create(over)),
  saving.map(({ receipt }) => aCommand.onBehalf({ noReceipt: receipt === null }, { receipt })),
  saving.map(({ receipt }) => aCommand.onBehalf({}, { receipt })),
  saving.map((over) => aCommand.revise({ ...over, removeReceipt: over.receipt === null && over.status === 'draft' })),
  fc.constantFrom(
    aCommand.approve(),
    aCommand.reject(),
    aCommand.revert(),
    aCommand.ask(),
    aCommand.answer(),
    aCommand.delete(),
    aCommand.pay('pay-1'),
    aCommand.pay('pay-2'),
  ),
  fc
    .record({ amount, rate: fc.constantFrom('1', '0.92', '129.5') })
    .map((o) =>
      aCommand.amend({ original: { amount: o.amount, currency: 'USD', date: '2026-06-09', rate: aRate(o.rate) } }),
    ),
  amount.map((value) => aCommand.amend({ reimbursement: { amount: value, reason: 'Agreed' } })),
);

const ACTION = {
  Create: null,
  CreateOnBehalf: null,
  Revise: null,
  DeleteDraft: 'delete',
  Approve: 'approve',
  Reject: 'reject',
  Revert: 'revert',
  Ask: 'ask',
  Answer: 'answer',
  Amend: 'amend',
  Pay: 'pay',
} as const satisfies Record<ExpenseCommand['type'], Action | null>;

function actionOf(command: ExpenseCommand): Action | null {
  if (command.type === 'Revise') return command.status === 'draft' ? 'saveDraft' : 'submit';
  return ACTION[command.type];
}

function run(
  commands: readonly ExpenseCommand[],
  observe: (
    before: ExpenseState,
    command: ExpenseCommand,
    events: readonly ExpenseEvent[],
    after: ExpenseState,
  ) => void,
) {
  let state: ExpenseState = initialState;
  const history: ExpenseEvent[] = [];
  for (const command of commands) {
    const revision = history.length - 1;
    const next = command.type === 'Pay' ? { ...command, onRevision: revision } : command;
    let events: readonly ExpenseEvent[] = [];
    try {
      events = decide(next, state, revision);
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
      fc.property(fc.array(anyCommand, { maxLength: 25 }), (commands) => {
        run(commands, (before, next, events, after) => {
          if (events.length === 0) return expect(after).toBe(before);
          const action = actionOf(next);
          if (action !== null) expect(isExisting(before) && isAllowed(action, before.status)).toBe(true);
          if (before.status === 'paid' || before.status === 'deleted')
            throw new Error(`${next.type} changed an expense that is ${before.status}`);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('returns events that match the contract, and leaves no submitted expense without receipt and declaration', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 15 }), (commands) => {
        run(commands, (_before, next, events, after) => {
          for (const { type, data } of events) expect(expenseEventSchemas[type].safeParse(data).success).toBe(true);
          const writesClaim = next.type === 'Create' || next.type === 'Revise' || next.type === 'CreateOnBehalf';
          if (events.length > 0 && writesClaim && after.status === 'submitted') {
            expect(after.claim.receipt !== null || after.claim.details.noReceipt).toBe(true);
          }
        });
      }),
      { numRuns: 500 },
    );
  });

  it('returns no events when the last command is repeated', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { minLength: 1, maxLength: 12 }), (commands) => {
        run(commands, (_before, next, events, after) => {
          // Every upload of a receipt is a new file and leads to new events.
          if (events.length === 0 || ('receipt' in next && next.receipt !== null)) return;
          expect(decide(next, after, 100)).toEqual([]);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('leaves an audit trail in which every event has an entry with its actor', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 15 }), (commands) => {
        const events = run(commands, () => undefined).map(recorded);
        const trail = auditTrail(events);
        for (const event of events) {
          const entries = trail.filter((entry) => entry.revision === event.revision);
          const mayBeSilent =
            event.type === 'ExpenseRevised' || event.type === 'ExpenseSubmitted' || event.type === 'ExpenseDrafted';
          if (!mayBeSilent || event.revision === 0) expect(entries.length).toBeGreaterThan(0);
          for (const entry of entries) expect(entry.changedByEmail).toBe(event.actor.email);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('the first entry of a trail holds a snapshot of the submitted claim', () => {
  const [first] = auditTrail(decide(aCommand.create({ actor: member }), initialState, -1).map(recorded));
  expect(JSON.parse(first?.newValue ?? '')).toMatchObject({ amount: '100.00', currency: 'EUR', status: 'submitted' });
});
