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
import { withProduct, type Office } from './open-product.js';
import { beginOverRest, hireCast, type Cast } from './product-expense.js';
import { stories } from './stories.js';
import { alterOneEvent } from './tampering.js';
import { changesOf, trailProblems } from './trail-entries.js';
import type { Story } from './transition-model.js';

const ALTERATIONS = 1000;
const STORIES = 400;
/** Enough to alter: every alteration is looked for in all events there are. */
const STORIES_ALTERED = 80;
const CHANGES_A_STORY = 2;

export const trail: Check = {
  number: 12,
  name: 'the trail is complete and tamper-evident',
  fullScale: ALTERATIONS,
  run: (context, scale) =>
    withProduct(async (office) => {
      const alterations = countAt(ALTERATIONS, scale);
      const numRuns = Math.max(5, countAt(STORIES, scale));
      const told = [...fc.sample(stories, { seed: context.seed, numRuns }).entries()];
      const tally = new Tally(context, alterations + told.length * CHANGES_A_STORY);
      const cast = await hireCast(office);
      const early = await tellStories(office, cast, told.slice(0, STORIES_ALTERED), tally);
      await alterEvents(context, office, tally, alterations);
      const late = await tellStories(office, cast, told.slice(STORIES_ALTERED), tally);
      tally.note(`${early + late} changes looked up in their trails, ${alterations} events altered in the file.`);
      return tally.outcome();
    }),
};

/** Every change of some expenses' lives must be in their trails, by who made it. How many changes there were. */
async function tellStories(
  { api }: Office,
  cast: Cast,
  told: readonly (readonly [number, Story])[],
  tally: Tally,
): Promise<number> {
  let changes = 0;
  for (const [index, story] of told) {
    const expense = await beginOverRest(api, cast, story, (1 + index / 100).toFixed(2));
    if (!expense) continue;
    // A deleted draft's trail is gone with it.
    const kept = { ...story, commands: story.commands.filter(({ what }) => what !== 'delete') };
    for (const problem of trailProblems(await changesOf(expense, kept, cast), await expense.trail())) {
      changes += 1;
      tally.add(problem);
    }
  }
  return changes;
}

/** What `npm run replay -- --verify` fails on. */
export function isNoticed({ brokenAt, differences }: Pick<VerifyResult, 'brokenAt' | 'differences'>): boolean {
  return brokenAt !== null || differences.length > 0;
}

/** Alters one stored event in a copy of the product's events, again and again: each time it must be noticed. */
export async function alterEvents(
  { seed }: CheckContext,
  { dataDir }: Pick<Office, 'dataDir'>,
  tally: Tally,
  count: number,
  notices: (result: VerifyResult) => boolean = isNoticed,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outlay-altered-'));
  const [whole, altered] = [join(folder, 'whole.db'), join(folder, 'altered.db')];
  copyDatabase(join(dataDir, 'events.db'), whole);
  copyDatabase(join(dataDir, 'documents', 'expenses.db'), join(folder, 'expenses.db'));
  const documents = await openDocuments({ file: join(folder, 'expenses.db'), durability: 'normal' });
  const isFound = async (file: string) => {
    const eventStore = await openEventStore({ file });
    // An event that cannot be read any more is noticed too.
    const found = await verifyReadModel(documents, eventStore).then(notices, () => true);
    await eventStore.close();
    return found;
  };
  try {
    if (await isFound(whole)) throw new Error('The trail is said to be altered when it is not');
    const random = new SeededRandom(`tampering ${seed}`);
    for (let index = 0; index < count; index += 1) {
      await copyFile(whole, altered);
      const what = alterOneEvent(altered, index, random);
      tally.add((await isFound(altered)) ? null : `Not noticed, ${what}`);
    }
  } finally {
    await documents.close();
    await rm(folder, { recursive: true });
  }
}

/** A consistent copy of a database others have open. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from);
  database.prepare('VACUUM INTO ?').run(to);
  database.close();
}
