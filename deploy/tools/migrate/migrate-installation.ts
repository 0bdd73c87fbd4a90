import type { Stores } from '@outlay/composition';
import { fillReadModel, type ReplayResult } from '@outlay/expenses';
import type { Clock } from '@outlay/time';
import { migrateBlobs, readBlobs } from './blobs.js';
import { migrateDocuments, readDocuments } from './documents.js';
import { countMigrated, migrateEvents, readEvents } from './events.js';
import type { OnProgress, StepProgress, Totals } from './migration.js';
import type { Source } from './source.js';
import { sourceOf } from './stores-source.js';
import { MigrationTarget } from './target.js';

export interface MigrationResult {
  readonly from: readonly Totals[];
  readonly to: readonly Totals[];
  readonly differences: readonly string[];
  readonly readModel: ReplayResult;
}

/**
 * The product must not run on either side. Can be repeated. Jobs are not copied: the report worker creates new ones.
 * @throws MigrationRejected if the target has data of its own
 */
export async function migrateInstallation(
  from: Source,
  to: Stores,
  clock: Clock,
  onProgress: OnProgress,
): Promise<MigrationResult> {
  const [events, blobs, filled] = await Promise.all([to.events(), to.blobs(), sourceOf(to)]);
  const step =
    (name: string, of: number | null = null): StepProgress =>
    (done) =>
      onProgress(name, done, of);

  const target = await MigrationTarget.open(to, clock);
  const migrated = await countMigrated(from, filled);
  const ours = await readAll(from, step);
  const count = (kind: string) => ours.find(({ name }) => name === kind)?.count ?? null;

  await migrateBlobs(from, filled, blobs, step('moving the files', count('files')));
  await migrateEvents(from, events, migrated, step('moving the events', count('events')));
  await migrateDocuments(from, to, step('moving the documents'));
  const theirs = await readAll(filled, step);

  const differences = differencesOf(ours, theirs);
  const onReplay = step('filling the read model', count('events'));
  const readModel = await fillReadModel(await to.documents('expenses'), events, { onProgress: onReplay });
  if (differences.length === 0) await target.finish();
  return { from: ours, to: theirs, differences, readModel };
}

async function readAll(source: Source, step: (name: string) => StepProgress): Promise<Totals[]> {
  return [
    ...(await readEvents(source, step('reading the events'))),
    await readBlobs(source, step('reading the files')),
    ...(await readDocuments(source)),
  ];
}

function differencesOf(ours: readonly Totals[], theirs: readonly Totals[]): string[] {
  const contents = (totals: readonly Totals[]) => new Map(totals.map(({ name, content }) => [name, content]));
  const [here, there] = [contents(ours), contents(theirs)];
  return [...new Set([...here.keys(), ...there.keys()])].filter((name) => here.get(name) !== there.get(name));
}
