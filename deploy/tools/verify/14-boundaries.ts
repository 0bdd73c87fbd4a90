import { Tally, type Check } from './check.js';
import { DATES, SetClock, tryDates } from './date-boundaries.js';
import { withProduct } from './open-product.js';
import { OVERRIDES, tryOverrides } from './override-boundaries.js';

export const boundaries: Check = {
  number: 14,
  name: 'override within 5% of the server’s rate; date window',
  fullScale: OVERRIDES + DATES,
  run: async (context, scale) => {
    const clock = new SetClock();
    return withProduct(async (office) => {
      const tally = new Tally(context, Math.round((OVERRIDES + DATES) * scale));
      const withoutRate = await tryOverrides(office, tally, scale);
      await tryDates(office, clock, tally, scale);
      if (withoutRate.length > 0) tally.note(`There is no rate to override for ${withoutRate.join(', ')}.`);
      return tally.outcome();
    }, clock);
  },
};
