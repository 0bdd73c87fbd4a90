import type { DecisionJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as texts from '#strings/decision';
import { hasCode, messageOf } from '#lib/errors';
import { Dialog } from '#ui/dialog';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { Skeleton } from '#ui/skeleton';
import { formatInstant } from '#expense/format';
import { decisionQuery } from './decision-query';
import { Receipts } from './receipts';
import { ThenAndNow } from './then-and-now';

export interface DecisionDialogProps {
  /** Any id of the expense. */
  expense: string;
  /** The revision of the event. */
  revision: number;
  onClose: () => void;
}

export default function DecisionDialog({ expense, revision, onClose }: DecisionDialogProps) {
  const query = useQuery(decisionQuery(expense, revision));
  const { data, error, failureReason } = query;
  return (
    <Dialog open onClose={onClose} width="xl" title={texts.title} description={data && descriptionOf(data)}>
      <LoadFailure query={query} fallback={texts.failed} />
      {!data && !error && (
        <div className="space-y-3">
          {hasCode(failureReason, 'SNAPSHOT_NOT_READY') && (
            <p role="status" className="text-sm">
              {messageOf(failureReason, texts.reading)}
            </p>
          )}
          <Skeleton className="h-60" />
        </div>
      )}
      {data && <Decision decision={data} />}
    </Dialog>
  );
}

function Decision({ decision }: { decision: DecisionJson }) {
  const { reason, dismissed_duplicates: dismissed } = decision;
  return (
    <div className="space-y-5 text-sm">
      {reason !== null && <p className="wrap-anywhere">{reason}</p>}
      <Outcome decision={decision} />
      <ThenAndNow decision={decision} />
      {dismissed.length > 0 && <p className="wrap-anywhere">{texts.dismissed(dismissed.join(', '))}</p>}
      <Receipts decision={decision} />
      {decision.action === 'approved' && <Sent decision={decision} />}
    </div>
  );
}

function Outcome({ decision: { now, differences } }: { decision: DecisionJson }) {
  if (now === null) return <Notice tone="info">{texts.deleted}</Notice>;
  return <p className="font-semibold">{differences.length === 0 ? texts.same : texts.differing}</p>;
}

const SENT = ['revision', 'head', 'receipt_sha256'] as const;

function Sent({ decision: { sent, sent_matches: matches } }: { decision: DecisionJson }) {
  if (!sent) return <p className="text-muted">{texts.clientSilent}</p>;
  return (
    <section aria-label={texts.client}>
      <h3 className="font-semibold">{texts.client}</h3>
      <dl className="mt-2 space-y-1.5">
        {SENT.map((name) => (
          <div key={name} className="flex flex-wrap gap-x-3">
            <dt className="text-muted">{texts.clientNames[name]}</dt>
            <dd className="wrap-anywhere">
              {sent[name] === null ? texts.notSent : <Match matches={matches?.[name]}>{sent[name]}</Match>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Match({ matches, children }: { matches: boolean | null | undefined; children: ReactNode }) {
  return (
    <>
      <code className="text-xs">{children}</code>{' '}
      <span className={matches ? 'text-muted' : 'font-semibold text-danger'}>
        ({matches ? texts.matches : texts.mismatch})
      </span>
    </>
  );
}

function descriptionOf({ expense_id, action, by }: DecisionJson): string {
  return `${expense_id}: ${texts.by(texts.action[action], by.actor_email, formatInstant(by.at))}`;
}
