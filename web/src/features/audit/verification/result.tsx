import type { VerificationJson } from '@outlay/contracts';
import * as texts from '#strings/audit';
import { formatInstant } from '#expense/format';
import { Notice } from '#ui/notice';
import { formatCount } from '../format-count';
import { fingerprintOf, parseCheckpoint } from '../proof/checkpoint';

/** Shows the result of a verification that has ended. */
export function Result({ run }: { run: VerificationJson }) {
  return (
    <div className="mt-3 max-w-3xl">
      <Outcome run={run} />
      <p className="mt-2 text-muted">{texts.by(run.by, formatInstant(run.started_at))}</p>
    </div>
  );
}

function Outcome({ run }: { run: VerificationJson }) {
  const { status, events, files, finding_count: count } = run;
  if (status === 'passed') {
    return (
      <Notice tone="success">
        <p>{texts.passed(formatCount(events), formatCount(files))}</p>
        <Checkpoint note={run.checkpoint} />
      </Notice>
    );
  }
  if (status === 'findings') {
    return (
      <>
        <Notice tone="error">
          <p>{texts.found(count, formatCount(events))}</p>
          <Checkpoint note={run.checkpoint} />
        </Notice>
        <Findings run={run} />
      </>
    );
  }
  if (status === 'failed') {
    return (
      <Notice tone="error">
        {texts.failed} {run.failure}
      </Notice>
    );
  }
  return <Notice tone="warning">{texts.interrupted(run.percent)}</Notice>;
}

function Checkpoint({ note }: { note: string | null }) {
  const checkpoint = note === null ? null : parseCheckpoint(note);
  if (!checkpoint) return null;
  return (
    <p className="mt-1">
      {texts.upTo} <span className="font-mono">{fingerprintOf(checkpoint)}</span>
    </p>
  );
}

function Findings({ run: { findings, finding_count: count } }: { run: VerificationJson }) {
  return (
    <>
      <ul aria-label={texts.findings} className="mt-3 divide-y divide-line border-y border-line">
        {findings.map(({ id, kind, message, accepted }, at) => (
          <li key={`${at} ${id}`} className="py-2">
            <p className="font-mono text-xs wrap-anywhere">{id}</p>
            <p className="wrap-anywhere">{message}</p>
            <p className="text-muted">
              {accepted ? texts.accepted(accepted.by, formatInstant(accepted.at), accepted.reason) : whatToDo(kind)}
            </p>
          </li>
        ))}
      </ul>
      {count > findings.length && <p className="mt-2 text-muted">{texts.more(count - findings.length)}</p>}
    </>
  );
}

function whatToDo(kind: string): string {
  const known = Object.entries(texts.whatToDo).find(([beginning]) => kind.startsWith(`${beginning}-`));
  return known?.[1] ?? texts.keepEvidence;
}
