import type { TimelineEvent } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import * as texts from '#strings/audit';
import { formatInstant } from '#expense/format';
import { ProofPackButton } from '#expense/proof-pack-button';
import { withoutBlanks } from '#lib/url-search';
import { Button, buttonClass } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { LoadFailure } from '#ui/load-failure';
import { Notice } from '#ui/notice';
import { Sheet } from '#ui/sheet';
import { Skeleton } from '#ui/skeleton';
import { Steps } from '#ui/steps';
import type { AuditSearch } from '../audit-search';
import { formatCount } from '../format-count';
import { eventQuery } from '../timeline';
import { Proof } from './proof';
import { roleName } from './role-name';
import { sentenceOf, type Names } from './sentence';

const DecisionButton = lazyPart(() => import('#panel/decision/decision-button'));

export interface EventSheetProps {
  leaf: number;
  rows: readonly { readonly event: TimelineEvent }[];
  /** The number of events of the log. */
  size: number;
  /** Says that a row is shown, so that those after it are loaded in time. */
  onSeen: (first: number, last: number) => void;
  names: Names;
  /** The instant of the past that the screen shows. */
  asOf: string | undefined;
  onShow: (leaf: number) => void;
  onFilter: (search: AuditSearch) => void;
  onClose: () => void;
}

export default function EventSheet({ leaf, rows, size, onSeen, onShow, onClose, ...detail }: EventSheetProps) {
  const at = rows.findIndex(({ event }) => event.leaf === leaf);
  useEffect(() => {
    if (at >= 0) onSeen(at, at);
  }, [at, rows, onSeen]);
  const leaves = at >= 0 ? rows.map(({ event }) => event.leaf) : leavesAround(leaf, size);
  const query = useQuery({ ...eventQuery(leaf), initialData: rows[at]?.event });
  const shown = query.data;
  const { names } = detail;
  return (
    <Sheet
      open
      onClose={onClose}
      title={shown ? sentenceOf(shown, names) : texts.event(formatCount(leaf))}
      description={shown && texts.event(formatCount(leaf))}
      actions={
        <Steps items={leaves} at={leaves.indexOf(leaf)} previous={texts.previous} next={texts.next} onShow={onShow} />
      }
    >
      {query.isPending && <Skeleton className="h-40" />}
      <LoadFailure query={query} fallback={texts.loadFailed} />
      {shown === null && <Notice tone="error">{texts.notFound}</Notice>}
      {shown && <Detail key={leaf} event={shown} {...detail} />}
    </Sheet>
  );
}

/** The neighbours in the log, the newest first, of an event that is not among the loaded rows. */
function leavesAround(leaf: number, size: number): number[] {
  return [leaf + 1, leaf, leaf - 1].filter((each) => each >= 0 && each < size);
}

type DetailProps = { event: TimelineEvent } & Pick<EventSheetProps, 'names' | 'asOf' | 'onFilter'>;

function Detail({ event, names, asOf, onFilter }: DetailProps) {
  const { expense_id: expense, person_id: person, stream } = event;
  const personName = person && names.get(person);
  const payment = /^payment-(.+)$/.exec(stream)?.[1];
  return (
    <div className="space-y-6 text-sm">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[minmax(7rem,auto)_minmax(0,1fr)]">
        <Fact name={texts.when}>
          <time dateTime={event.at ?? undefined}>{formatInstant(event.at)}</time>
        </Fact>
        <Fact name={texts.actor}>{event.actor && `${event.actor.email} (${roleName(event.actor.role)})`}</Fact>
        {expense && (
          <Fact name={texts.expense}>
            <Link
              to="/admin"
              search={withoutBlanks({ as_of: asOf, expense })}
              className={buttonClass({ variant: 'link' })}
            >
              {expense}
            </Link>
          </Fact>
        )}
        {person && personName && (
          <Fact name={texts.person}>
            <Button variant="link" onClick={() => onFilter({ person })}>
              {personName}
            </Button>
          </Fact>
        )}
        <Fact name={texts.type}>{texts.typeAndVersion(event.type, event.version)}</Fact>
        <Fact name={texts.stream}>{event.stream}</Fact>
        <Fact name={texts.revision}>{event.revision}</Fact>
        <Fact name={texts.leaf}>{event.leaf}</Fact>
        <Fact name={texts.position}>{event.position}</Fact>
        <Fact name={texts.id}>{event.id}</Fact>
        <Fact name={texts.hash}>
          <code>{event.hash}</code>
        </Fact>
      </dl>
      {(expense ?? payment) && (
        <p className="flex flex-wrap gap-2">
          {expense && <Button onClick={() => onFilter({ expense })}>{texts.showExpense}</Button>}
          {payment && <Button onClick={() => onFilter({ payment })}>{texts.showPayment}</Button>}
          {expense && event.at && (
            <Link to="/admin" search={{ as_of: event.at, expense }} className={buttonClass()}>
              {texts.asItWasThen}
            </Link>
          )}
          {expense && <ProofPackButton of={{ expense }} />}
          {payment && <ProofPackButton of={{ payment }} />}
        </p>
      )}
      <DecisionButton expense={event.stream} revision={event.revision} eventType={event.type} />
      <Proof event={event} />
      <Json title={texts.data} value={event.data} />
      <Json title={texts.metadata} value={event.metadata} />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function Json({ title, value }: { title: string; value: unknown }) {
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <pre className="mt-2 rounded-lg bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap">
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  );
}
