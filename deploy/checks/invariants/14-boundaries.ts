import { Tally, type Check } from './check.js';
import { checkDates, DATES, SettableClock } from './date-boundaries.js';
import { withInstallation } from './installation.js';
import { checkOverrides, OVERRIDES } from './override-boundaries.js';

export const boundaries: Check = {
  number: 14,
  name: 'override within 5% of the server’s rate; date window',
  fullScale: OVERRIDES + DATES,
  run: async (context, scale) => {
    const clock = new SettableClock();
    return withInstallation(
      async (installation) => {
        const tally = new Tally(context, Math.round((OVERRIDES + DATES) * scale));
        const withoutRate = await checkOverrides(installation, tally, scale);
        await checkDates(installation, clock, tally, scale);
        if (withoutRate.length > 0) tally.note(`No rate to override for ${withoutRate.join(', ')}.`);
        return tally.outcome();
      },
      { clock },
    );
  },
};
