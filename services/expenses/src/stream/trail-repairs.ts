import { findingId, trailEventSchemas, type Finding, type TrailEvent, type TrailRepaired } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { CommandHandler, loadStream, type StreamType } from '@outlay/event-sourcing';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';

/** The ids of all findings that were accepted. */
type Accepted = ReadonlySet<string>;

const ONLY = 'repairs';

export const TRAIL: StreamType<Accepted, TrailRepaired, TrailEvent> = {
  noun: 'trail',
  prefix: 'trail-',
  versions: { TrailRepaired: [] },
  schemas: trailEventSchemas,
  initial: new Set(),
  decide: (repair) => [{ type: 'TrailRepaired', data: repair }],
  evolve: (accepted, { data }) => new Set([...accepted, ...data.findings]),
};

/** Without the findings that somebody has answered for; verifications go on naming those. */
export async function unaccepted(
  events: Pick<EventStore, 'readStream'>,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  if (findings.length === 0) return findings;
  const { state: accepted } = await loadStream(TRAIL, events, ONLY);
  return findings.filter((finding) => !accepted.has(findingId(finding)));
}

export async function recordRepair(
  events: EventStore,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  repair: TrailRepaired,
): Promise<void> {
  const context = { actor: null, correlationId: ids.uuid() };
  await new CommandHandler(TRAIL, events, clock, ids).handle(ONLY, context, () => repair);
}
