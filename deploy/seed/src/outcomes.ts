import { addDays, type IsoDate } from '@outlay/rules';
import type { SeededRandom } from './seeded-random.js';
import type { Category, Outcome, Purchase } from './claim.js';

const REVIEWED_AFTER_DAYS = 60;

const REASONS = {
  'Plane / Train': 'Business class is not covered by the travel policy. Please claim the economy fare.',
  Hotel: 'The invoice includes minibar and laundry. Please claim the room and breakfast only.',
  'Taxi / Ride': 'The screenshot does not show the route. Please add the full trip receipt.',
  Restaurant: 'Please name the guests and attach the itemised bill.',
  Communication: 'Private share of the bill is missing. Please deduct it and submit again.',
  IT: 'This licence is already paid centrally. Please cancel it with IT.',
  Other: 'Not a project cost. Please ask your partner lead before buying.',
} as const satisfies Record<Category, string>;

export function outcomeOf(random: SeededRandom, { owner, category, receipt }: Purchase, today: IsoDate): Outcome {
  const rejected = { status: 'rejected', reason: REASONS[category] } as const;
  const approved = { status: 'approved', approveAnyway: false } as const;
  const roll = random.next();
  if (owner.left || receipt.date < addDays(today, -REVIEWED_AFTER_DAYS)) {
    if (roll < 0.08) return rejected;
    return owner.paid ? { status: 'paid' } : roll < 0.16 ? { status: 'submitted' } : approved;
  }
  if (roll < 0.22) return { status: 'draft' };
  if (roll < 0.8) return { status: 'submitted' };
  return roll < 0.88 ? rejected : approved;
}
