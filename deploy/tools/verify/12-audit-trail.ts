import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDocuments } from '@outlay/documents';
import { openEventStore } from '@outlay/event-store';
import { verifyReadModel, type VerifyResult } from '@outlay/expenses';
import { SeededRandom } from '@outlay/seed';
import fc from 'fast-check';
import { countAt, Tally, type Check, type CheckContext } from './check.js';
import { withInstallation, type Installation } from './installation.js';
import { createOverRest, addActors, type Actors } from './product-expense.js';
import { commandSequences } from './command-sequences.js';
import { alterOneEvent } from './tampering.js';
import { changesOf, trailProblems } from './audit-entries.js';
import type { CommandSequence } from './transition-model.js';

const ALTERATIONS = 1000;
const SEQUENCES = 400;
/** Every alteration is searched for in all events, which is slow. */
const SEQUENCES_BEFORE_TAMPERING = 80;
const CHANGES_PER_SEQUENCE = 2;

export const auditTrail: Check = {
  number: 12,
  name: 'the audit trail is complete and tamper-evident',
  fullScale: ALTERATIONS,
  run: (context, scale) =>
    withInstallation(async (installation) => {
      const alterations = countAt(ALTERATIONS, scale);
      const numRuns = Math.max(5, countAt(SEQUENCES, scale));
      const sample = [...fc.sample(commandSequences, { seed: context.seed, numRuns }).entries()];
      const tally = new Tally(context, alterations + sample.length * CHANGES_PER_SEQUENCE);
      const actors = await addActors(installation);
      const early = await checkTrails(installation, actors, sample.slice(0, SEQUENCES_BEFORE_TAMPERING), tally);
      await alterEvents(context, installation, tally, alterations);
      const late = await checkTrails(installation, actors, sample.slice(SEQUENCES_BEFORE_TAMPERING), tally);
      tally.note(`${early + late} changes found in their audit trails, ${alterations} events altered in the file.`);
      return tally.outcome();
    }),
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

export function isDetected({ brokenAt, differences }: Pick<VerifyResult, 'brokenAt' | 'differences'>): boolean {
  return brokenAt !== null || differences.length > 0;
}

export async function alterEvents(
  { seed }: CheckContext,
  { dataDir }: Pick<Installation, 'dataDir'>,
  tally: Tally,
  count: number,
  detects: (result: VerifyResult) => boolean = isDetected,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outlay-altered-'));
  const [original, altered] = [join(folder, 'original.db'), join(folder, 'altered.db')];
  copyDatabase(join(dataDir, 'events.db'), original);
  copyDatabase(join(dataDir, 'documents', 'expenses.db'), join(folder, 'expenses.db'));
  const documents = await openDocuments({ file: join(folder, 'expenses.db'), durability: 'normal' });
  const isAltered = async (file: string) => {
    const eventStore = await openEventStore({ file });
    // An unreadable event counts as detected.
    const found = await verifyReadModel(documents, eventStore).then(detects, () => true);
    await eventStore.close();
    return found;
  };
  try {
    if (await isAltered(original)) throw new Error('Reported an alteration of unaltered events');
    const random = new SeededRandom(`tampering ${seed}`);
    for (let index = 0; index < count; index += 1) {
      await copyFile(original, altered);
      const what = alterOneEvent(altered, index, random);
      tally.add((await isAltered(altered)) ? null : `Not detected, ${what}`);
    }
  } finally {
    await documents.close();
    await rm(folder, { recursive: true });
  }
}

/** Consistent while the database is in use. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from);
  database.prepare('VACUUM INTO ?').run(to);
  database.close();
}
