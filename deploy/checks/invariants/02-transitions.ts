import fc from 'fast-check';
import { inParallel } from '@outlay/concurrency';
import { countAt, messageOf, Tally, type Check, type CheckContext } from './check.js';
import { createInDomain, domainCommands } from './domain-expense.js';
import { withInstallation, type Installation } from './installation.js';
import { createOverRest, addActors } from './product-expense.js';
import { findDivergence, commandSequences } from './command-sequences.js';
import type { CommandSequence } from './transition-model.js';

/** The other sequences run against the domain alone. */
const OVER_REST = 1 / 50;

export const transitions: Check = {
  number: 2,
  name: 'only legal transitions, by the right role',
  fullScale: 20_000,
  run: async (context, scale) => {
    const count = countAt(20_000, scale);
    const overRest = Math.ceil(count * OVER_REST);
    const tally = new Tally(context, count);
    await checkDomain(context, tally, count - overRest);
    await withInstallation((installation) => checkProduct(context, installation, tally, overRest));
    tally.note(`${overRest} of the sequences ran over REST on the embedded adapters.`);
    return tally.outcome();
  },
};

async function checkDomain({ seed }: CheckContext, tally: Tally, count: number): Promise<void> {
  const check = (sequence: CommandSequence) =>
    findDivergence(domainCommands(sequence), createInDomain).catch(messageOf);
  for (const sequence of fc.sample(commandSequences, { seed, numRuns: count })) tally.add(await check(sequence));
  if (tally.outcome().wrong > 0) {
    const property = fc.asyncProperty(commandSequences, async (sequence) => (await check(sequence)) === null);
    const { counterexample } = await fc.check(property, { seed, numRuns: count });
    if (counterexample) tally.note(`The shortest such sequence: ${await check(counterexample[0])}`);
  }
}

async function checkProduct(
  { seed }: CheckContext,
  installation: Installation,
  tally: Tally,
  count: number,
): Promise<void> {
  const { api } = installation;
  const actors = await addActors(installation);
  const sample = fc.sample(commandSequences, { seed: seed + 1, numRuns: count });
  await inParallel([...sample.entries()], 4, async ([index, sequence]) => {
    const amount = (1 + index / 100).toFixed(2);
    tally.add(await findDivergence(sequence, (one) => createOverRest(api, actors, one, amount)).catch(messageOf));
  });
}
