import type { EventMetadata, Finding } from '@outlay/contracts';
import { next } from '@outlay/event-sourcing';
import { eventHash, type EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { EXPENSE, EXPENSE_PREFIX, PROJECTED_PREFIXES } from '../stream/stream-types.js';
import { ClaimChecks } from '../verification/claim-checks.js';

/** The findings of the service's own checks about events that are as they were written. */
export async function claimFindings(documents: Connection, events: EventStore): Promise<Finding[]> {
  const claims = new ClaimChecks(documents, events);
  const checks = [...claims.ofEvents(), ...(await claims.ofReadModels())];
  const states = new Map<string, typeof EXPENSE.initial>();
  const findings: Finding[] = [];
  const all = await events.readAll({ prefixes: PROJECTED_PREFIXES, after: null, limit: 10_000 });
  for (const [ordinal, event] of all.entries()) {
    const before = states.get(event.stream) ?? EXPENSE.initial;
    const after = event.stream.startsWith(EXPENSE_PREFIX) ? next(EXPENSE, before, event) : before;
    states.set(event.stream, after);
    const { data, metadata } = event;
    const walked = { ordinal, hash: eventHash(event), data, metadata: metadata as EventMetadata, isReadable: true };
    for (const check of checks)
      for await (const finding of check.event({ event, ...walked, states: { before, after } })) findings.push(finding);
  }
  for (const check of checks) for await (const finding of check.end()) findings.push(finding);
  claims.close();
  return findings;
}
