import { describe, expect, jest, test } from '@jest/globals';
import type { TimelineEvent } from '@outlay/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { webcrypto } from 'node:crypto';
import {
  answer,
  answerFile,
  aUser,
  expectAccessible,
  hang,
  refuse,
  renderRoute,
  savedFiles,
  trailState,
} from '#app/testing';

/** The proof of an event is still on its way. */
const UNPROVED = [hang('GET /api/audit/proof/inclusion'), hang('GET /api/audit/key')];

// jsdom has no WebCrypto.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

const TIMELINE = 'GET /api/audit/timeline';
const admin = aUser({ role: 'super_admin' });
const bo = aUser({ id: 'user-2', first_name: 'Bo', last_name: 'Lind', email: 'bo@example.com' });
const actor = { id: admin.id, email: admin.email, role: 'super_admin' };
const at = '2026-03-06T09:00:00.000Z';
const metadata = { schemaVersion: 1, actor, at, correlationId: 'c', causationId: null, previousHash: null };

const anEvent = (leaf: number, changes: Partial<TimelineEvent> = {}): TimelineEvent => ({
  position: String(leaf),
  leaf,
  stream: 'expense-1',
  revision: leaf,
  id: `event-${leaf}`,
  type: 'ExpenseRejected',
  version: 1,
  at,
  actor,
  data: { reason: 'Blurred' },
  metadata,
  hash: 'ab'.repeat(32),
  expense_id: 'EXP-1',
  person_id: bo.id,
  ...changes,
});
const rejected = anEvent(1);
const started = anEvent(0, {
  type: 'PaymentStarted',
  stream: 'payment-p1',
  data: { user: { name: 'Bo Lind' }, expenses: ['a', 'b'], currency: 'EUR' },
});

const asked = anEvent(2, {
  type: 'QuestionAsked',
  data: { question: 'Whose?', mentioned: [{ name: 'Bo Lind' }, { name: 'Ida Roth' }] },
});

const NOTE = `log\n2\n${'A'.repeat(43)}=\n\n— log AAAAAAAA\n`;
const others = [
  answer('GET /api/admin/users', [admin, bo]),
  answer('GET /api/audit/state', trailState()),
  answerFile('GET /api/audit/checkpoint', NOTE, 'text/plain'),
  answer('GET /api/audit/verifications', []),
  http.get('/api/audit/events', () => new HttpResponse('', { headers: { 'Content-Type': 'text/event-stream' } })),
];
const audit = (path: string, handlers: Parameters<typeof renderRoute>[1] extends infer O ? O : never) =>
  renderRoute(path, { as: admin, ...handlers, handlers: [...(handlers?.handlers ?? []), ...others] });

const list = () => screen.findByRole('list', { name: 'Events, newest first' });
const sentences = async () =>
  within(await list())
    .getAllByRole('button')
    .map((row) => row.firstChild?.textContent);

describe('the audit trail', () => {
  test('says in a sentence what each event is, newest first', async () => {
    const view = audit('/audit', {
      handlers: [answer(TIMELINE, { events: [asked, rejected, started], next: null, size: 3 })],
    });
    expect(await sentences()).toEqual([
      'Ada Okafor asked about EXP-1, mentioning Bo Lind, Ida Roth: Whose?',
      'Ada Okafor rejected EXP-1: Blurred',
      'Ada Okafor began to pay Bo Lind 2 expenses in EUR',
    ]);
    expect(screen.getByText(/^The beginning of the trail/)).toBeVisible();
    await view.user.click(screen.getByText(/^Evidence/));
    expect(await screen.findByRole('group', { name: 'Fingerprint' })).toHaveTextContent(`2${'-AAAA'.repeat(13)}`);
    await expectAccessible();
  });

  test('says roles by their labels, and a reason as it was typed', async () => {
    const account = { stream: 'account-user-2', expense_id: null };
    const events = [
      anEvent(2, { ...account, type: 'RoleChanged', data: { from: 'team_member', to: 'partner' } }),
      anEvent(1, {
        ...account,
        type: 'AccountRegistered',
        data: { firstName: 'Bo', lastName: 'Lind', role: 'team_member' },
      }),
      anEvent(0, { data: { reason: 'partner' } }),
    ];
    audit('/audit', { handlers: [answer(TIMELINE, { events, next: null, size: 3 })] });
    await waitFor(async () =>
      expect(await sentences()).toEqual([
        'Ada Okafor changed the role of Bo Lind from Team Member to Partner',
        'Bo Lind registered as Team Member',
        'Ada Okafor rejected EXP-1: partner',
      ]),
    );
  });

  test('is for whoever may read everything', async () => {
    renderRoute('/audit', { as: aUser() });
    expect(await screen.findByText(/Access denied|Access Denied/i)).toBeVisible();
  });

  test('asks the server for what the filters say, and keeps them in the URL', async () => {
    const asked: string[] = [];
    const view = audit('/audit', {
      handlers: [
        answer(TIMELINE, ({ query }) => {
          asked.push(query.toString());
          return { events: query.has('person') ? [] : [rejected], next: null, size: 2 };
        }),
      ],
    });
    await list();
    await view.user.selectOptions(await screen.findByLabelText('Person'), 'user-2');
    expect(await screen.findByText('No event matches these filters.')).toBeVisible();
    await view.user.selectOptions(screen.getByLabelText('Kind'), 'payment');
    await waitFor(() => expect(asked.at(-1)).toBe('person=user-2&kind=payment&limit=100'));
    expect(view.router.state.location.search).toEqual({ person: 'user-2', kind: 'payment' });
    await view.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await sentences()).toHaveLength(1);
  });

  test('goes on by itself where a page of a search is empty', async () => {
    const handler = answer(TIMELINE, ({ query }) =>
      query.get('before') === '5' ? { events: [rejected], next: null, size: 9 } : { events: [], next: 5, size: 9 },
    );
    audit('/audit?expense=EXP-1', { handlers: [handler] });
    expect(await sentences()).toEqual(['Ada Okafor rejected EXP-1: Blurred']);
  });

  test('loads the rest before it is printed, with Ctrl+P as well', async () => {
    const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
    const size = 300;
    const handler = answer(TIMELINE, ({ query }) => {
      const next = Number(query.get('before') ?? size) - 100;
      const events = Array.from({ length: 100 }, (_, at) => anEvent(next + 99 - at));
      return { events, next: next === 0 ? null : next, size };
    });
    const view = audit('/audit', { handlers: [handler] });
    expect(await screen.findByRole('button', { name: 'Print all' })).toBeVisible();
    expect(screen.getByText(/^Only the first 100 events are printed here/)).toBeInTheDocument();
    expect(screen.queryByText(/^The beginning of the trail/)).toBeNull();
    await view.user.keyboard('{Control>}p{/Control}');
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    expect(screen.getByText(/^The beginning of the trail/)).toBeVisible();
  });

  test('shows an event with all there is, and says so if it is not what is in the log', async () => {
    const proof = { index: 1, size: 2, hashes: [`${'A'.repeat(43)}=`], event_hash: rejected.hash, checkpoint: NOTE };
    const view = audit('/audit', {
      handlers: [
        answer(TIMELINE, { events: [rejected, started], next: null, size: 2 }),
        answer('GET /api/audit/proof/inclusion', proof),
        answerFile('GET /api/audit/key', `log+00000000+AQ${'A'.repeat(42)}`, 'text/plain'),
      ],
    });
    await view.user.click(within(await list()).getByRole('button', { name: /EXP-1/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ada Okafor rejected EXP-1: Blurred' }));
    expect(sheet.getByText('ExpenseRejected, version 1')).toBeVisible();
    expect(sheet.getByText(rejected.hash)).toBeVisible();
    expect(sheet.getByText('ada@example.com (Super Admin)')).toBeVisible();
    expect(sheet.getByRole('link', { name: 'EXP-1' })).toHaveAttribute('href', '/admin?expense=EXP-1');
    expect(view.router.state.location.search).toEqual({ event: '1' });
    expect(await sheet.findByText('This event is not proven.')).toBeVisible();
    expect(sheet.getByText('What is shown has another hash than the one in the log.')).toBeVisible();
    await expectAccessible();
    await view.user.click(sheet.getByRole('button', { name: 'All events of this expense' }));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ expense: 'EXP-1' }));
  });

  test('an event names a role by its label, also by a former name, and leads to the events of its person', async () => {
    const byPartner = anEvent(1, { actor: { ...actor, role: 'admin' } });
    const view = audit(`/audit?event=1&as_of=${encodeURIComponent(at)}`, {
      handlers: [
        answer(TIMELINE, { events: [byPartner], next: null, size: 2 }),
        hang('GET /api/audit/proof/inclusion'),
        hang('GET /api/audit/key'),
      ],
    });
    const sheet = within(await screen.findByRole('dialog'));
    expect(await sheet.findByText(`${admin.email} (Partner)`)).toBeVisible();
    const claim = sheet.getByRole('link', { name: 'EXP-1' });
    expect(claim).toHaveAttribute('href', `/admin?as_of=${encodeURIComponent(at)}&expense=EXP-1`);
    await view.user.click(await sheet.findByRole('button', { name: 'Bo Lind' }));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ as_of: at, person: 'user-2' }));
  });

  test('steps from an event to those beside it in the filtered list, beyond the loaded page', async () => {
    const events = Array.from({ length: 100 }, (_, index) => anEvent(141 - index));
    const earlier = Array.from({ length: 42 }, (_, index) => anEvent(41 - index));
    const handler = answer(TIMELINE, ({ query }) =>
      query.get('before') === '42' ? { events: earlier, next: null, size: 142 } : { events, next: 42, size: 142 },
    );
    const view = audit('/audit?kind=expense&event=43', {
      handlers: [handler, ...UNPROVED],
    });
    const shown = (leaf: number) =>
      waitFor(() => expect(view.router.state.location.search).toEqual({ kind: 'expense', event: String(leaf) }));
    const sheet = within(await screen.findByRole('dialog'));
    await view.user.click(await sheet.findByRole('button', { name: 'Next in the list (j)' }));
    await shown(42);
    expect(await sheet.findByText('Event 42')).toBeVisible();
    const next = sheet.getByRole('button', { name: 'Next in the list (j)' });
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'));
    await view.user.keyboard('j');
    await shown(41);
    await view.user.keyboard('k');
    await shown(42);
    await view.user.click(sheet.getByRole('button', { name: 'Previous in the list (k)' }));
    await shown(43);
  });

  test('steps in the log from an event that is not among the loaded ones, and keeps the focus at its end', async () => {
    const page = [anEvent(9), anEvent(8)];
    const one = ({ query }: { query: URLSearchParams }) =>
      query.get('limit') === '1'
        ? { events: [anEvent(Number(query.get('before')) - 1)], next: null, size: 10 }
        : { events: page, next: null, size: 10 };
    const { user, router } = audit('/audit?event=1', { handlers: [answer(TIMELINE, one), ...UNPROVED] });
    const sheet = within(await screen.findByRole('dialog'));
    const next = await sheet.findByRole('button', { name: 'Next in the list (j)' });
    await user.click(next);
    await waitFor(() => expect(router.state.location.search).toEqual({ event: '0' }));
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'true'));
    expect(next).toHaveFocus();
    await user.click(next);
    await user.click(sheet.getByRole('button', { name: 'Previous in the list (k)' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ event: '1' }));
  });

  test('loads the events after the last loaded one when it is opened by its address', async () => {
    const pages = ({ query }: { query: URLSearchParams }) =>
      query.get('before') === '6'
        ? { events: [anEvent(5)], next: null, size: 50 }
        : { events: Array.from({ length: 44 }, (_, from) => anEvent(49 - from)), next: 6, size: 50 };
    const { user, router } = audit('/audit?event=6', { handlers: [answer(TIMELINE, pages), ...UNPROVED] });
    const next = await screen.findByRole('button', { name: 'Next in the list (j)' });
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'));
    await user.click(next);
    await waitFor(() => expect(router.state.location.search).toEqual({ event: '5' }));
  });

  test('adds a new event on top soon after it has come into the log', async () => {
    let events = [started];
    const handler = answer(TIMELINE, () => ({ events, next: null, size: events.length }));
    let says: (text: string) => void = () => undefined;
    const stream = http.get('/api/audit/events', ({ request }) => {
      expect(request.headers.get('Accept')).toBe('text/event-stream');
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void (says = (text) => controller.enqueue(new TextEncoder().encode(text))),
      });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    });
    audit('/audit', { handlers: [handler, stream] });
    expect(await sentences()).toHaveLength(1);
    await waitFor(() => expect(says.length).toBe(1));
    events = [rejected, started];
    says(`id: 1\ndata: ${JSON.stringify(rejected)}\n\n`);
    await waitFor(async () => expect(await sentences()).toHaveLength(2), { timeout: 2000 });
    expect((await sentences())[0]).toBe('Ada Okafor rejected EXP-1: Blurred');
  });

  test('offers proof packs of a person and of a period, by default those of the filters', async () => {
    const asked: string[] = [];
    const view = audit('/audit?person=user-2&to=2026-03-06', {
      handlers: [
        answer(TIMELINE, { events: [rejected], next: null, size: 9 }),
        http.get('*/api/audit/proof-pack', ({ request }) => {
          asked.push(new URL(request.url).searchParams.toString());
          return new HttpResponse('zip', { headers: { 'Content-Disposition': 'attachment; filename="pack.zip"' } });
        }),
      ],
    });
    const saved = savedFiles();
    await view.user.click(await screen.findByText(/^Evidence/));
    await view.user.click(screen.getByRole('button', { name: 'Proof packs' }));
    const packs = within(screen.getByRole('region', { name: 'Proof packs' }));
    const [ofPerson, ofPeriod] = packs.getAllByRole('button', { name: 'Proof pack' }) as [HTMLElement, HTMLElement];
    await waitFor(() => expect(packs.getByLabelText('Everything of a person')).toHaveValue('user-2'));
    await view.user.click(ofPerson);
    await waitFor(() => expect(saved).toEqual(['pack.zip']));
    expect(ofPeriod).toBeDisabled();
    const from = packs.getByLabelText('Everything since the day (UTC)');
    fireEvent.change(from, { target: { value: '2026-03-07' } });
    expect(packs.getByRole('alert')).toHaveTextContent('The period ends before it begins.');
    expect(ofPeriod).toBeDisabled();
    fireEvent.change(from, { target: { value: '2026-03-01' } });
    await view.user.click(ofPeriod);
    await waitFor(() => expect(asked).toEqual(['person=user-2', 'from=2026-03-01&to=2026-03-06']));
    await expectAccessible();
  });

  test('has the audit tokens at hand', async () => {
    const view = audit('/audit', {
      handlers: [answer(TIMELINE, { events: [rejected], next: null, size: 9 }), answer('GET /api/audit/tokens', [])],
    });
    await view.user.click(await screen.findByRole('button', { name: 'Audit tokens' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Audit tokens' }));
    expect(await sheet.findByText('No audit tokens yet')).toBeVisible();
    expect(sheet.getByRole('button', { name: 'Create token' })).toBeVisible();
    await expectAccessible();
  });

  test('shows the past of an instant, and leads to the panel of the same instant', async () => {
    const asked: string[] = [];
    const as_of = '2026-03-06T09:00:00.000Z';
    const others = (path: string, now: object) =>
      answer(path as 'GET /api/admin/users', ({ query }) => {
        asked.push(`${path} ${query.get('as_of') ?? 'now'}`);
        return now as never;
      });
    const view = audit(`/audit?as_of=${encodeURIComponent(as_of)}&kind=expense`, {
      handlers: [
        answer(TIMELINE, ({ query }) => {
          asked.push(query.toString());
          return { events: [rejected], next: null, size: 9 };
        }),
        others('GET /api/admin/users', [{ ...admin, first_name: 'Maiden' }, bo]),
      ],
    });
    const bar = within(await screen.findByRole('region', { name: /^The past: as of 6 Mar 2026/ }));
    expect(bar.getByText('Nothing can be changed here.')).toBeVisible();
    await waitFor(async () => expect(await sentences()).toEqual(['Maiden Okafor rejected EXP-1: Blurred']));
    const end = 'kind=expense&to=2026-03-06T09%3A00%3A00.001Z&limit=100';
    expect(asked.toSorted()).toEqual([`GET /api/admin/users ${as_of}`, end].toSorted());
    expect(screen.queryByText(/^Evidence/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Audit tokens' })).toBeNull();
    const panel = screen.getByRole('link', { name: 'Admin Panel' });
    expect(panel).toHaveAttribute('href', `/admin?as_of=${encodeURIComponent(as_of)}`);
    await expectAccessible();
    await view.user.click(bar.getByRole('button', { name: 'Back to now' }));
    await waitFor(() => expect(view.router.state.location.search).toEqual({ kind: 'expense' }));
    expect(await screen.findByText(/^Evidence/)).toBeVisible();
  });

  test('ends the past at the day of the filter if that is earlier', async () => {
    const asked: string[] = [];
    audit('/audit?as_of=2026-03-06T09:00:00Z&to=2026-03-01', {
      handlers: [
        answer(TIMELINE, ({ query }) => {
          asked.push(query.get('to') ?? '');
          return { events: [rejected], next: null, size: 9 };
        }),
      ],
    });
    await list();
    expect(asked).toEqual([new Date(2026, 2, 2).toISOString()]);
  });

  test('says what is wrong if it cannot be read', async () => {
    audit('/audit', { handlers: [refuse(TIMELINE, 'TRAIL_BROKEN', 'Events 0 to 255 are gone.')] });
    expect(await screen.findByText('Events 0 to 255 are gone.')).toBeVisible();
  });
});
