import fc from 'fast-check';
import { countAt, Tally, type Check } from './check.js';
import { alterCopies } from './altered-copies.js';
import { withInstallation, type Installation } from './installation.js';
import { createOverRest, addActors, type Actors } from './product-expense.js';
import { commandSequences } from './command-sequences.js';
import { changesOf, trailProblems } from './audit-entries.js';
import type { CommandSequence } from './transition-model.js';

const ALTERATIONS = 2000;
const SEQUENCES = 400;
const CHANGES_PER_SEQUENCE = 2;

export const auditTrail: Check = {
  number: 12,
  name: 'the audit trail is complete and tamper-evident',
  fullScale: ALTERATIONS,
  run: async (context, scale) => {
    const alterations = countAt(ALTERATIONS, scale);
    const numRuns = Math.max(5, countAt(SEQUENCES, scale));
    const sample = [...fc.sample(commandSequences, { seed: context.seed, numRuns }).entries()];
    const tally = new Tally(context, alterations + sample.length * CHANGES_PER_SEQUENCE);
    const changes = await withInstallation(async (installation) =>
      checkTrails(installation, await addActors(installation), sample, tally),
    );
    tally.note(`${changes} changes found in their audit trails. Of ${alterations} alterations of copies:`);
    tally.note('| altered | tried | found with a kept checkpoint | without | after work went on | after a replay |');
    await alterCopies(context, tally, alterations);
    return tally.outcome();
  },
};

async function checkTrails(
  { api }: Installation,
  actors: Actors,
  sample: readonly (readonly [number, CommandSequence])[],
  tally: Tally,
): Promise<number> {
  let changes = 0;
  for (const [index, sequence] of sample) {
    const expense = await createOverRest(api, actors, sequence, (1 + index / 100).toFixed(2));
    if (!expense) continue;
    // A deleted draft has no audit trail any more.
    const kept = { ...sequence, commands: sequence.commands.filter(({ what }) => what !== 'delete') };
    for (const problem of trailProblems(await changesOf(expense, kept, actors), await expense.trail())) {
      changes += 1;
      tally.add(problem);
    }
  }
  return changes;
}
