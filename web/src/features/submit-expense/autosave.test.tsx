import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';

// jsdom has no IndexedDB; a map keeps what the browser would.
const kept = new Map<string, unknown>();
jest.unstable_mockModule('idb-keyval', () => ({
  get: (key: string) => Promise.resolve(kept.get(key)),
  set: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  del: (key: string) => Promise.resolve(void kept.delete(key)),
}));
const { attach, CREATE, draftButton, field, pdf, saves, showForm } = await import('./testing');
const { aUser, expectAccessible } = await import('../../app/testing');

const PATH = '/submit-expense';
const KEPT = { timeout: 2000 };

beforeEach(() => kept.clear());

async function leaveUnfinished() {
  const view = showForm(PATH);
  await view.user.type(await field('Justification'), 'Half a');
  await view.user.type(await field('Amount'), '12');
  await attach(view, pdf());
  await waitFor(
    () => expect([...kept.values()]).toEqual([expect.objectContaining({ receipt: expect.anything() })]),
    KEPT,
  );
  view.unmount();
}

describe('an unfinished form', () => {
  test('is offered on the next visit, and restored with its receipt', async () => {
    await leaveUnfinished();
    const view = showForm(PATH);
    expect(await screen.findByText(/There is an unfinished form from .*, with the receipt dinner.pdf/)).toBeVisible();
    await expectAccessible();
    expect(await field('Justification')).toHaveValue('');
    await view.user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(await field('Justification')).toHaveValue('Half a');
    expect(await field('Amount')).toHaveValue(12);
    expect(await screen.findByText('dinner.pdf')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  test('has the last word too, where one leaves before typing has rested', async () => {
    const view = showForm(PATH);
    await view.user.type(await field('Justification'), 'The last word');
    view.unmount();
    const values = expect.objectContaining({ justification: 'The last word' });
    expect([...kept.values()]).toEqual([expect.objectContaining({ values })]);
  });

  test('is gone once it is discarded', async () => {
    await leaveUnfinished();
    const view = showForm(PATH);
    await view.user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    expect(kept.size).toBe(0);
  });

  test('is gone once it is saved', async () => {
    const { handler } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await view.user.type(await field('Justification'), 'Whole');
    await waitFor(() => expect(kept.size).toBe(1), KEPT);
    await view.user.click(await draftButton());
    await waitFor(() => expect(kept.size).toBe(0));
  });

  test('is nobody else’s', async () => {
    await leaveUnfinished();
    localStorage.clear();
    showForm(PATH, [], aUser({ id: 'user-2' }));
    expect(await field('Justification')).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });
});
