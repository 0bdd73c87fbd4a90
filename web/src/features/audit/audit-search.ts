import type { TimelineKind } from '@outlay/contracts';
import { asText, withoutBlanks } from '#lib/url-search';

export const KINDS = [
  'expense',
  'payment',
  'account',
  'invite',
  'access',
  'token',
  'trail',
] as const satisfies TimelineKind[];

export interface AuditSearch {
  /** The id of an account. */
  person?: string;
  kind?: TimelineKind;
  expense?: string;
  payment?: string;
  /** The first and last calendar day, both included. */
  from?: string;
  to?: string;
  /** An ISO instant: the screen then shows the past. */
  as_of?: string;
  /** The leaf of the open event. */
  event?: string;
}

export function readAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  return withoutBlanks({
    person: asText(search.person),
    kind: KINDS.find((known) => known === search.kind),
    expense: asText(search.expense),
    payment: asText(search.payment),
    from: dayOf(search.from),
    to: dayOf(search.to),
    as_of: asText(search.as_of),
    event: /^\d{1,15}$/.exec(asText(search.event))?.[0],
  });
}

function dayOf(value: unknown): string {
  const text = asText(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
