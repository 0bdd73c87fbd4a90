import { expect, test } from '@jest/globals';
import type { VerificationJson } from '@outlay/contracts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { answer, answerFile, aUser, expectAccessible, refuse, renderRoute, trailState } from '#app/testing';

const START = 'POST /api/audit/verifications';
const LIST = 'GET /api/audit/verifications';
const NOTE = `log\n2\n${'A'.repeat(43)}=\n\n— log AAAAAAAA\n`;

const aRun = (changes: Partial<VerificationJson>): VerificationJson => ({
  id: '1',
  status: 'running',
  step: 'log',
  percent: 0,
  events: 0,
  files: 0,
  position: null,
  checkpoint: null,
  started_at: '2026-03-06T09:00:00.000Z',
  ended_at: null,
  by: 'ada@example.com',
  finding_count: 0,
  findings: [],
  failure: null,
  ...changes,
});

async function verification(...handlers: ReturnType<typeof answer>[]) {
  const view = renderRoute('/audit', {
    as: aUser({ role: 'auditor' }),
    handlers: [
      ...handlers,
      answer('GET /api/admin/users', []),
      answer('GET /api/audit/state', trailState()),
      answer('GET /api/audit/timeline', { events: [], next: null, size: 0 }),
      answerFile('GET /api/audit/checkpoint', NOTE, 'text/plain'),
      http.get('/api/audit/events', () => new HttpResponse('', { headers: { 'Content-Type': 'text/event-stream' } })),
    ],
  });
  const start = await screen.findByRole('button', { name: 'Verify now' });
  return { ...view, start };
}

test('shows how far a verification has come, and that nothing was found up to a checkpoint', async () => {
  const states = [
    aRun({ step: 'events', percent: 40, events: 1204, files: 7, finding_count: 0 }),
    aRun({ status: 'passed', step: 'reports', percent: 100, events: 2140, files: 31, checkpoint: NOTE }),
  ];
  let isStarted = false;
  const { user, start } = await verification(
    answer(LIST, () => (isStarted ? [states.length > 1 ? (states.shift() ?? aRun({})) : (states[0] ?? aRun({}))] : [])),
    answer(START, () => {
      isStarted = true;
      return aRun({});
    }),
  );
  await user.click(start);
  expect(await screen.findByText(/^Comparing the log/)).toBeVisible();
  expect(await screen.findByRole('progressbar', { name: 'Verified: 40%' }, { timeout: 3000 })).toHaveValue(40);
  expect(screen.getByText('40% · 1,204 events, 7 files')).toBeVisible();
  await expectAccessible();
  const result = await screen.findByText(/^No findings: all 2,140 events and 31 files/, undefined, { timeout: 3000 });
  expect(result.parentElement).toHaveTextContent(`2${'-AAAA'.repeat(13)}`);
  expect(screen.getByText(/^Started by ada@example.com/)).toBeVisible();
});

test('says first that the trail is intact, and shows the evidence when it is asked for', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const passed = aRun({ status: 'passed', events: 2140, files: 31, checkpoint: NOTE, ended_at: minutesAgo(2.5) });
  const { user } = await verification(answer(LIST, [passed]));
  expect(await screen.findByText('Intact: 2,140 events, checked 2 minutes ago')).toBeVisible();
  expect(screen.getByText(/^No findings: all 2,140 events/)).not.toBeVisible();
  await expectAccessible();
  await user.click(screen.getByText(/^Evidence/));
  expect(screen.getByText(/^No findings: all 2,140 events/)).toBeVisible();
  expect(await screen.findByRole('group', { name: 'Fingerprint' })).toBeVisible();
  await user.click(screen.getByText(/^Evidence/));
  expect(screen.getByText(/^No findings: all 2,140 events/)).not.toBeVisible();
});

test.each([
  [5 * 60, '5 hours ago'],
  [3 * 24 * 60, '3 days ago'],
])('says how long ago it was checked: %d minutes are %s', async (minutes, ago) => {
  const ended_at = new Date(Date.now() - minutes * 60_000).toISOString();
  await verification(answer(LIST, [aRun({ status: 'passed', events: 9, ended_at })]));
  expect(await screen.findByText(`Intact: 9 events, checked ${ago}`)).toBeVisible();
});

test('names each finding, with what to do about it or who answered for it', async () => {
  const findings = [
    { id: 'event-lost:leaf 7', kind: 'event-lost', message: 'Leaf 7 is lost.', accepted: null },
    { id: 'report-altered:reports/a', kind: 'report-altered', message: 'It has another hash.', accepted: null },
    {
      id: 'index-differs:users/1',
      kind: 'index-differs',
      message: 'Queries do not find it.',
      accepted: { by: 'Bo', at: '2026-03-05T09:00:00.000Z', reason: 'Restored' },
    },
  ];
  await verification(answer(LIST, [aRun({ status: 'findings', events: 9, finding_count: 53, findings })]));
  expect(await screen.findByRole('alert')).toHaveTextContent('53 findings in 9 events');
  expect(screen.getByText(/^Not intact: 53 findings in 9 events, checked/)).toBeVisible();
  const rows = within(screen.getByRole('list', { name: 'Findings' })).getAllByRole('listitem');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['event-lost:leaf 7', 'Leaf 7 is lost.', expect.stringMatching('^Keep the stores as they are')],
    ['report-altered:reports/a', 'It has another hash.', expect.stringMatching('^Make the report again')],
    ['index-differs:users/1', 'Queries do not find it.', expect.stringMatching(/^Accepted by Bo, .*: Restored$/)],
  ]);
  expect(screen.getByText(/^50 more/)).toBeVisible();
  await expectAccessible();
});

test.each<[Partial<VerificationJson>, string]>([
  [{ status: 'failed', failure: 'There is no key.' }, 'There is no key.'],
  [{ status: 'interrupted', percent: 40 }, 'interrupted at 40%'],
])('says when it came to no end: %j', async (changes, said) => {
  const { start } = await verification(answer(LIST, [aRun(changes)]));
  expect(await screen.findByText(new RegExp(said))).toBeVisible();
  expect(start).toBeEnabled();
});

test('says why it could not be started', async () => {
  const { user, start } = await verification(
    answer(LIST, []),
    refuse(START, 'SERVICE_UNAVAILABLE', 'The service is not available.'),
  );
  await user.click(start);
  expect(await screen.findByText('The service is not available.')).toBeVisible();
});
