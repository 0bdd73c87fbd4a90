import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { filesInMemory } from '#app/testing/files-in-memory';

const files = new Map<string, unknown>();
jest.unstable_mockModule('idb-keyval', () => filesInMemory(files));
const { attach, CREATE, draftButton, field, fillClaim, pdf, saves, showForm, submitButton } = await import('./testing');
const { answer, anExpense, aUser, expectAccessible, noAnswer, refuse, refusal, renderRoute, withoutDelay } =
  await import('#app/testing');

const SAVED = 'Saved on this device, sent when you are online';
/** A page begins to send after this delay. */
const START_MS = 3000;
const goOnline = () => {
  jest.restoreAllMocks();
  act(() => void window.dispatchEvent(new Event('online')));
};
const unsentKeys = () => [...files.keys()].filter((key) => key.startsWith('unsent '));
const card = async () => within((await screen.findByRole('heading', { name: 'On this device' })).closest('section')!);

beforeEach(() => files.clear());

async function submitOffline(user = aUser()) {
  const view = showForm('/submit-expense', [noAnswer(CREATE)], user);
  await fillClaim(view);
  await attach(view, pdf());
  await view.user.click(await submitButton());
  expect((await screen.findAllByText(SAVED))[0]).toBeVisible();
  view.unmount();
}

/** Opens a list while there is no network, until its page has begun to send. */
async function showOffline(path: string, { as = aUser(), handlers = [] }: Parameters<typeof renderRoute>[1] = {}) {
  const asked = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const shown: { view?: ReturnType<typeof renderRoute> } = {};
  await withoutDelay(START_MS, async () => {
    shown.view = renderRoute(path, { as, handlers: [...handlers, answer('GET /api/expenses', [])] });
    const before = asked.mock.calls.length;
    await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(before));
  });
  return shown.view!;
}

describe('a claim without a network', () => {
  test('is kept with its receipt, leaves no unfinished form, and waits in My Expenses', async () => {
    await submitOffline();
    expect(unsentKeys()).toHaveLength(1);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('form '))).toEqual([]);
    await showOffline('/my-expenses');
    const kept = await card();
    expect(kept.getByText('Lunch with the auditors')).toBeVisible();
    expect(kept.getByText(/100\.00 EUR · .* · dinner\.pdf · Saved /)).toBeVisible();
    await expectAccessible();
  });

  test('is sent as it was once there is a network, under the key of the first attempt', async () => {
    await submitOffline();
    const [key] = unsentKeys();
    const { handler, calls, fields } = saves(CREATE, { justification: 'Lunch with the auditors' });
    await showOffline('/my-expenses', { handlers: [handler] });
    await card();
    goOnline();
    goOnline();
    expect(await screen.findByText('The expense that was saved on this device was sent.')).toBeVisible();
    expect(calls.map(({ idempotencyKey }) => `unsent ${aUser().id} ${idempotencyKey}`)).toEqual([key]);
    expect(unsentKeys()).toEqual([]);
    expect(fields()).toMatchObject({ status: 'submitted', amount: '100.00', justification: 'Lunch with the auditors' });
    expect(fields().receipt).toBeInstanceOf(File);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'On this device' })).toBeNull());
  });

  test('that the server refuses comes back as an unfinished form with the reason', async () => {
    await submitOffline();
    const view = await showOffline('/my-expenses', {
      handlers: [refuse(CREATE, 'INVALID_INPUT', 'The date is too old.')],
    });
    await card();
    goOnline();
    const kept = await card();
    expect(await kept.findByText('Not sent: The date is too old.')).toBeVisible();
    expect(unsentKeys()).toEqual([]);
    await view.user.click(kept.getByRole('button', { name: /^Edit / }));
    await waitFor(async () => expect(await field('Justification')).toHaveValue('Lunch with the auditors'));
    expect(await screen.findByText('dinner.pdf')).toBeVisible();
    expect(screen.getByText(/The date is too old/)).toBeVisible();
  });

  test('that the service worker has sent meanwhile is said to be sent, and not sent again', async () => {
    await submitOffline();
    files.clear();
    const { handler, calls } = saves(CREATE);
    await showOffline('/my-expenses', { handlers: [handler] });
    goOnline();
    expect(await screen.findByText('The expense that was saved on this device was sent.')).toBeVisible();
    expect(calls).toHaveLength(0);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('unsent '))).toEqual([]);
  });

  test('waits on while a part of the server is down, with what it said', async () => {
    await submitOffline();
    await showOffline('/my-expenses', { handlers: [refuse(CREATE, 'SERVICE_UNAVAILABLE', 'A part is down.')] });
    await card();
    goOnline();
    expect(await screen.findByText('Last attempt: A part is down.')).toBeVisible();
    expect(unsentKeys()).toHaveLength(1);
  });

  test('that is edited is sent under the key that may have arrived, never as a second claim', async () => {
    await submitOffline();
    const [key = ''] = unsentKeys();
    const sent: (string | null)[] = [];
    const view = await showOffline('/my-expenses', {
      handlers: [
        answer('GET /api/expenses/duplicate-warning', { same_figures: null, same_receipt: null }),
        answer(CREATE, ({ idempotencyKey }) => {
          sent.push(idempotencyKey);
          return refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
        }),
      ],
    });
    await view.user.click((await card()).getByRole('button', { name: /^Edit / }));
    await waitFor(async () => expect(await field('Justification')).toHaveValue('Lunch with the auditors'));
    expect(unsentKeys()).toEqual([]);
    await view.user.type(await field('Justification'), ', and a tip');
    await view.user.click(await draftButton());
    expect(await screen.findByText(/has arrived after all/)).toBeVisible();
    expect(`unsent ${aUser().id} ${sent[0]}`).toBe(key);
  });

  test('is removed when its person says so, after a question', async () => {
    await submitOffline();
    const view = await showOffline('/my-expenses');
    await view.user.click((await card()).getByRole('button', { name: /^Remove / }));
    const question = await screen.findByRole('dialog', { name: 'Remove from this device' });
    expect(unsentKeys()).toHaveLength(1);
    await view.user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(unsentKeys()).toEqual([]));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'On this device' })).toBeNull());
  });

  test('is neither shown to another person of the same device nor sent by them', async () => {
    await submitOffline();
    const { handler, calls } = saves(CREATE);
    await showOffline('/my-expenses', {
      as: aUser({ id: 'another', email: 'b@example.com' }),
      handlers: [handler, answer('GET /api/expenses', [anExpense({ justification: 'Theirs' })])],
    });
    await screen.findAllByText('Theirs');
    goOnline();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.queryByText('Lunch with the auditors')).toBeNull();
    expect(calls).toHaveLength(0);
    expect(unsentKeys()).toHaveLength(1);
  });

  test('is asked about before a logout removes it', async () => {
    await submitOffline();
    const view = await showOffline('/my-expenses');
    await card();
    await view.user.click(screen.getByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('dialog', { name: 'Log out' });
    await view.user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(unsentKeys()).toHaveLength(1);
    await view.user.click(screen.getByRole('button', { name: 'Logout' }));
    await view.user.click(
      within(await screen.findByRole('dialog', { name: 'Log out' })).getByRole('button', {
        name: 'Remove and log out',
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(files.size).toBe(0);
  });
});
