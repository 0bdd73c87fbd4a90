import type { Stores } from '@outlay/composition';
import { fillReadModel, type ReplayResult } from '@outlay/expenses';
import type { Clock } from '@outlay/time';
import { moveBlobs, readBlobs } from './blobs.js';
import { moveDocuments, readDocuments } from './documents.js';
import { countMoved, moveEvents, readTrail } from './events.js';
import type { OnProgress, Tick, Totals } from './moved.js';
import { Target } from './target.js';

export interface Moved {
  readonly from: readonly Totals[];
  readonly to: readonly Totals[];
  /** Names of what is not the same on both sides. Without any the move is over. */
  readonly differences: readonly string[];
  /** The read model as it was filled there, and where the chain of hashes is broken, if it is. */
  readonly readModel: ReplayResult;
}

/**
 * Moves everything of an installation to another's stores, and reads it back. Nothing may run on either. Interrupted, it is
 * to be done again, and goes on. Jobs stay: each report that is not made is found and given a new one.
 * Throws `MoveRefused` where the other holds data of its own.
 */
export async function moveInstallation(from: Stores, to: Stores, clock: Clock, onProgress: OnProgress): Promise<Moved> {
  const [ourEvents, theirEvents] = await Promise.all([from.events(), to.events()]);
  const [ourBlobs, theirBlobs] = await Promise.all([from.blobs(), to.blobs()]);
  const step =
    (name: string, of: number | null = null): Tick =>
    (done) =>
      onProgress(name, done, of);

  const target = await Target.take(to, clock);
  const moved = await countMoved(ourEvents, theirEvents);
  const ours = await readAll(from, step);
  const count = (kind: string) => ours.find(({ name }) => name === kind)?.count ?? null;

  await moveBlobs(ourBlobs, theirBlobs, step('moving the files', count('files')));
  await moveEvents(ourEvents, theirEvents, moved, step('moving the events', count('events')));
  await moveDocuments(from, to, step('moving the documents'));
  const theirs = await readAll(to, step);

  const differences = differencesOf(ours, theirs);
  const filling = step('filling the read model', count('events'));
  const readModel = await fillReadModel(await to.documents('expenses'), theirEvents, filling);
  if (differences.length === 0) await target.finish();
  return { from: ours, to: theirs, differences, readModel };
}

async function readAll(stores: Stores, step: (name: string) => Tick): Promise<Totals[]> {
  const [events, blobs] = await Promise.all([stores.events(), stores.blobs()]);
  return [
    ...(await readTrail(events, step('reading the events'))),
    await readBlobs(blobs, step('reading the files')),
    ...(await readDocuments(stores)),
  ];
}

function differencesOf(ours: readonly Totals[], theirs: readonly Totals[]): string[] {
  const contents = (totals: readonly Totals[]) => new Map(totals.map(({ name, content }) => [name, content]));
  const [here, there] = [contents(ours), contents(theirs)];
  return [...new Set([...here.keys(), ...there.keys()])].filter((name) => here.get(name) !== there.get(name));
}
