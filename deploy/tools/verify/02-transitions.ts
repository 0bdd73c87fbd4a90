import fc from 'fast-check';
import { inParallel } from '@outlay/seed';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { beginInDomain, withinDomain } from './domain-expense.js';
import { withProduct, type Office } from './open-product.js';
import { beginOverRest, hireCast } from './product-expense.js';
import { divergence, stories } from './stories.js';
import type { Story } from './transition-model.js';

/** One story of fifty is also told to the running product, call by call. */
const OVER_REST = 1 / 50;

export const transitions: Check = {
  number: 2,
  name: 'only legal transitions, by the right role',
  fullScale: 20_000,
  run: async (context, scale) => {
    const count = countAt(20_000, scale);
    const overRest = Math.ceil(count * OVER_REST);
    const tally = new Tally(context, count);
    await tellDomain(context, tally, count - overRest);
    await withProduct((office) => tellProduct(context, office, tally, overRest));
    tally.note(`${overRest} of the sequences ran over REST on the embedded adapters.`);
    return tally.outcome();
  },
};

async function tellDomain({ seed }: CheckContext, tally: Tally, count: number): Promise<void> {
  const told = (story: Story) => divergence(withinDomain(story), beginInDomain).catch(messageOf);
  for (const story of fc.sample(stories, { seed, numRuns: count })) tally.add(await told(story));
  if (tally.outcome().wrong > 0) {
    // Of many ways to one mistake, the shortest says most.
    const property = fc.asyncProperty(stories, async (story) => (await told(story)) === null);
    const { counterexample } = await fc.check(property, { seed, numRuns: count });
    if (counterexample) tally.note(`The shortest such sequence: ${await told(counterexample[0])}`);
  }
}

async function tellProduct({ seed }: CheckContext, office: Office, tally: Tally, count: number): Promise<void> {
  const { api } = office;
  const cast = await hireCast(office);
  const told = fc.sample(stories, { seed: seed + 1, numRuns: count });
  await inParallel([...told.entries()], 4, async ([index, story]) => {
    const amount = (1 + index / 100).toFixed(2);
    tally.add(await divergence(story, (one) => beginOverRest(api, cast, one, amount)).catch(messageOf));
  });
}
