import type { AuditEntryJson } from '@outlay/contracts';
import { canonicalRole, type Role } from '@outlay/rules';
import type { ReactNode } from 'react';
import * as texts from '#strings/audit-trail';
import { Badge } from '#ui/badge';
import { LoadFailure, type Loading } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { formatInstant } from './format';

export interface AuditTrailProps {
  entries: readonly AuditEntryJson[] | undefined;
  query?: Loading;
  title?: string;
  /** Further content below an entry. */
  more?: (entry: AuditEntryJson) => ReactNode;
}

export function AuditTrail({ entries, query, more, title = texts.title }: AuditTrailProps) {
  return (
    <section aria-label={title === texts.title ? texts.label : title}>
      <h3 tabIndex={-1} className="flex items-baseline gap-2 text-sm font-semibold">
        {title}
        {entries && entries.length > 0 && (
          <span className="font-normal text-muted">{texts.entries(entries.length)}</span>
        )}
      </h3>
      <div className="mt-3">
        <Trail entries={entries} query={query} more={more} />
      </div>
    </section>
  );
}

function Trail({ entries, query, more }: AuditTrailProps) {
  if (query?.error) return <LoadFailure query={query} fallback={texts.failed} />;
  if (!entries) return <Skeleton className="h-24" />;
  if (entries.length === 0) return <p className="text-sm text-muted">{texts.none}</p>;
  return (
    <ol className="border-l-2 border-line pl-4">
      {entries.toReversed().map((entry) => (
        <li key={entry.id} className="relative pb-4 text-sm last:pb-0">
          <span aria-hidden className="absolute top-1.5 -left-[1.375rem] size-2.5 rounded-full bg-line-strong" />
          <p className="wrap-anywhere">{summaryOf(entry)}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
            <AuthorBadge role={entry.changed_by_role} />
            <span className="wrap-anywhere">{entry.changed_by_email}</span>
            <time dateTime={entry.created_at} className="figures">
              {formatInstant(entry.created_at)}
            </time>
          </p>
          {more?.(entry)}
        </li>
      ))}
    </ol>
  );
}

function summaryOf({ field_name: field, change_summary: summary }: AuditEntryJson): string {
  if (!field || !summary.startsWith(field)) return summary;
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1) + summary.replace(field, '');
}

/** Super admins and partners are marked Admin, all others User. */
function AuthorBadge({ role }: { role: string }) {
  const isAdmin = ['super_admin', 'partner'].includes(canonicalRole(role as Role));
  return <Badge tone={isAdmin ? 'pine' : 'neutral'}>{isAdmin ? texts.admin : texts.user}</Badge>;
}
