import { findingId, trailEventSchemas, type Finding, type TrailEvent, type TrailRepaired } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { CommandHandler, loadStream, StreamBroken, type StreamType } from '@outlay/event-sourcing';
import type { Clock, IdSource } from '@outlay/time';

/** The person who answers for a finding, and why. */
export interface Acceptance {
  readonly by: string;
  readonly reason: string;
  /** ISO instant. */
  readonly at: string;
  readonly digest: string | null;
}

type Reads = Pick<EventStore, 'readStream'>;

const ONLY = 'repairs';

/** Its state has the latest acceptance of each finding, by the finding's id. */
export const TRAIL: StreamType<ReadonlyMap<string, Acceptance>, TrailRepaired, TrailEvent> = {
  noun: 'trail',
  prefix: 'trail-',
  schemas: trailEventSchemas,
  initial: new Map(),
  allows: () => true,
  decide: (repair) => [{ type: 'TrailRepaired', data: repair }],
  evolve: (accepted, { at, data: { by, reason, digests } }) =>
    new Map([...accepted, ...Object.entries(digests).map(([id, digest]) => [id, { by, reason, at, digest }] as const)]),
};

/** Reads who has accepted a finding. Verifications keep reporting it. */
export async function readAcceptances(events: Reads): Promise<(finding: Finding) => Acceptance | null> {
  const accepted = await loadStream(TRAIL, events, ONLY).then(
    ({ state }) => state,
    (error: unknown) => {
      // A verification reports the broken stream itself.
      if (error instanceof StreamBroken) return TRAIL.initial;
      throw error;
    },
  );
  return (finding) => {
    const acceptance = accepted.get(findingId(finding));
    return acceptance?.digest === finding.digest ? acceptance : null;
  };
}

export async function unaccepted(events: Reads, findings: readonly Finding[]): Promise<readonly Finding[]> {
  if (findings.length === 0) return findings;
  const acceptanceOf = await readAcceptances(events);
  return findings.filter((finding) => !acceptanceOf(finding));
}

export async function recordRepair(
  events: EventStore,
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  findings: readonly Finding[],
  { by, reason }: Pick<Acceptance, 'by' | 'reason'>,
): Promise<void> {
  const digests = Object.fromEntries(findings.map((finding) => [findingId(finding), finding.digest]));
  const repair = { by, reason, findings: Object.keys(digests), digests };
  const context = { actor: null, correlationId: ids.uuid() };
  await new CommandHandler(TRAIL, events, clock, ids).handle(ONLY, context, () => repair);
}
