import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { filesInMemory } from '#app/testing/files-in-memory';

const files = new Map<string, unknown>();
jest.unstable_mockModule('idb-keyval', () => filesInMemory(files));
const { attach, CREATE, draftButton, field, pdf, saves, showForm } = await import('./testing');
const { aUser, expectAccessible } = await import('#app/testing');

const PATH = '/submit-expense';

beforeEach(() => files.clear());

const kept = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('form '))
    .map((key) => (JSON.parse(localStorage.getItem(key) ?? '') as { values: { justification: string } }).values)
    .map(({ justification }) => justification);

async function leaveUnfinished() {
  const view = showForm(PATH);
  await view.user.type(await field('Justification'), 'Half a');
  await view.user.type(await field('Amount'), '12');
  await attach(view, pdf());
  await waitFor(() => expect(files.size).toBe(1));
  view.unmount();
}

const restore = () => screen.findByRole('button', { name: 'Restore' });

describe('an unfinished form', () => {
  test('is offered on the next visit, and restored with its receipt', async () => {
    await leaveUnfinished();
    const view = showForm(PATH);
    expect(await screen.findByText(/There is an unfinished form from .*, with the receipt dinner.pdf/)).toBeVisible();
    await expectAccessible();
    expect(await field('Justification')).toHaveValue('');
    await view.user.click(await restore());
    await waitFor(async () => expect(await field('Justification')).toHaveValue('Half a'));
    expect(await field('Amount')).toHaveValue('12');
    expect(await screen.findByText('dinner.pdf')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    expect([kept(), files.size]).toEqual([['Half a'], 1]);
  });

  test('is saved on every keystroke', async () => {
    const view = showForm(PATH);
    await view.user.type(await field('Justification'), 'The last word');
    expect(kept()).toEqual(['The last word']);
  });

  test('is not overwritten by input typed before restoring, which is then offered instead', async () => {
    await leaveUnfinished();
    const view = showForm(PATH);
    await view.user.type(await field('Justification'), 'Another');
    expect(kept().toSorted()).toEqual(['Another', 'Half a']);
    await view.user.click(await restore());
    await waitFor(async () => expect(await field('Justification')).toHaveValue('Half a'));
    expect(screen.getByText('Another')).toBeVisible();
    await view.user.click(await restore());
    await waitFor(async () => expect(await field('Justification')).toHaveValue('Another'));
    expect(screen.queryByText('dinner.pdf')).toBeNull();
    expect(kept().toSorted()).toEqual(['Another', 'Half a']);
  });

  test('is deleted when discarded', async () => {
    await leaveUnfinished();
    const view = showForm(PATH);
    await view.user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
    expect([kept(), files.size]).toEqual([[], 0]);
  });

  test('is deleted when all changes are undone', async () => {
    const view = showForm(PATH);
    await view.user.type(await field('Justification'), 'W');
    expect(kept()).toEqual(['W']);
    await view.user.clear(await field('Justification'));
    expect(kept()).toEqual([]);
  });

  test('is deleted when saved, and other unfinished forms are kept', async () => {
    await leaveUnfinished();
    const { handler } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await view.user.type(await field('Justification'), 'Whole');
    expect(kept()).toHaveLength(2);
    await view.user.click(await draftButton());
    await waitFor(() => expect(kept()).toEqual(['Half a']));
  });

  test('is not offered to another user', async () => {
    await leaveUnfinished();
    localStorage.removeItem('token');
    showForm(PATH, [], aUser({ id: 'user-2' }));
    expect(await field('Justification')).toHaveValue('');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull());
  });
});
