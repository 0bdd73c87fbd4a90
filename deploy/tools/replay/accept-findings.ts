import type { Finding } from '@outlay/contracts';
import { findingId } from '@outlay/contracts';
import type { Stores } from '@outlay/composition';
import { recordRepair, unaccepted } from '@outlay/audit';
import { systemClock, systemIds } from '@outlay/time';

export interface Answer {
  readonly accept: readonly string[];
  readonly by: string;
  readonly reason: string;
}

/**
 * Returns the findings that nobody has accepted as they are, now or earlier. If there are none, those accepted now are recorded.
 * @throws Error for the operator if the acceptance is incomplete, or names something that was not found
 */
export async function acceptFindings(
  stores: Stores,
  findings: readonly Finding[],
  { accept, by, reason }: Answer,
): Promise<readonly Finding[]> {
  if (accept.length > 0 && (by.trim() === '' || reason.trim() === '')) {
    throw new Error('Whoever accepts a finding says who they are and why: --by <name> --reason <text>');
  }
  const found = new Set(findings.map(findingId));
  const unknown = accept.filter((id) => !found.has(id));
  if (unknown.length > 0) throw new Error(`There is no finding ${unknown.join(', ')}.`);
  const events = await stores.events();
  const isAcceptedNow = (finding: Finding) => accept.includes(findingId(finding));
  const open = (await unaccepted(events, findings)).filter((finding) => !isAcceptedNow(finding));
  if (open.length === 0 && accept.length > 0) {
    await recordRepair(events, { clock: systemClock, ids: systemIds }, findings.filter(isAcceptedNow), { by, reason });
  }
  return open;
}
