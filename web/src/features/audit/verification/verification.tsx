import type { VerificationJson } from '@outlay/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/audit';
import { api } from '#lib/api';
import { ADMIN_KEY } from '#panel/queries';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { LoadFailure } from '#ui/load-failure';
import { ErrorNotice } from '#ui/notice';
import { formatCount } from '../format-count';
import { Result } from './result';
import { Verdict } from './verdict';

const POLL_MS = 1000;

const verifications = queryOptions({
  queryKey: [...ADMIN_KEY, 'verifications'],
  queryFn: ({ signal }) => api('GET /api/audit/verifications', { signal }),
  refetchInterval: ({ state }) => (state.data?.[0]?.status === 'running' ? POLL_MS : false),
});

/** The verdict of the latest verification, a button that starts another, and the evidence on demand. */
export function Verification({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  const client = useQueryClient();
  const query = useQuery(verifications);
  const { data } = query;
  const start = useMutation({
    mutationFn: () => api('POST /api/audit/verifications'),
    onSuccess: async (started) => {
      setOpened(true);
      await client.cancelQueries(verifications);
      client.setQueryData(verifications.queryKey, (known = []) => [
        started,
        ...known.filter(({ id }) => id !== started.id),
      ]);
    },
  });
  const latest = data?.[0];
  const isRunning = latest?.status === 'running';
  const ended = data?.find(({ status }) => status !== 'running');
  const isOpen = opened ?? (ended !== undefined && ended.status !== 'passed');
  return (
    <div className="mb-4 text-sm">
      <Card className="p-4">
        <div className="flex flex-wrap items-center gap-3">
          {data ? <Verdict run={ended} /> : <span className="flex-1" />}
          <Button variant="primary" busy={start.isPending || isRunning} onClick={() => start.mutate()}>
            {!start.isPending && !isRunning && <Glyph name="shield-check" />} {texts.start}
          </Button>
        </div>
        {isRunning && <Progress run={latest} />}
        <LoadFailure query={query} fallback={texts.verificationLoadFailed} className="mt-3" />
        {start.error && <ErrorNotice error={start.error} fallback={texts.startFailed} className="mt-3" />}
      </Card>
      <details open={isOpen} className="mt-2">
        <summary
          className="min-h-6 cursor-pointer"
          onClick={(event) => {
            // The state decides, because a verification opens it as well.
            event.preventDefault();
            setOpened(!isOpen);
          }}
        >
          {texts.evidence}
        </summary>
        <div className="mt-2 grid items-start gap-4 xl:grid-cols-2">
          <Card className="p-4">
            <CardTitle>{texts.verificationTitle}</CardTitle>
            <p className="mt-1 text-muted">{texts.text}</p>
            {latest && !isRunning && <Result run={latest} />}
          </Card>
          {children}
        </div>
      </details>
    </div>
  );
}

function Progress({ run }: { run: VerificationJson }) {
  const { step, percent, events, files, finding_count: found } = run;
  return (
    <div className="mt-3 max-w-3xl">
      {/* The text is announced once a step, not with every figure. */}
      <p role="status">{texts.steps[step]}</p>
      <progress aria-label={texts.progress(percent)} max={100} value={percent} className="mt-1 h-2 w-full" />
      <p className="text-muted tabular-nums">
        {percent}% · {texts.counted(formatCount(events), formatCount(files))}
      </p>
      {found > 0 && <p className="font-medium text-danger">{texts.foundSoFar(found)}</p>}
    </div>
  );
}
