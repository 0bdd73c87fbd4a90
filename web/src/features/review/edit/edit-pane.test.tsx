import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { anExpense, expectAccessible, findToast } from '#app/testing';
import { SLOW } from '#panel/testing';
import { claim, edited, openDialog, save, write } from './testing';

const second = anExpense({ id: 'expense-2', expense_id: 'EXP-0002', created_at: '2026-03-05T09:00:00.000Z' });
const findSheet = async (name = 'EXP-0001') => within(await screen.findByRole('dialog', { name }, SLOW));
const form = () => screen.queryByRole('dialog', { name: 'Edit Expense' });
const question = async () => within(await screen.findByRole('dialog', { name: 'Discard your changes?' }, SLOW));

/** The panel with two claims, whose first is being edited. */
async function editing() {
  const view = edited({}, { expenses: [claim, second] });
  const pane = await openDialog(view);
  return { view, pane };
}

describe('editing in the sheet', () => {
  test('stands in the place of the facts, and leaves the receipt', async () => {
    await editing();
    const sheet = await findSheet();
    expect(sheet.getByRole('region', { name: 'Receipt' })).toBeVisible();
    expect(sheet.getByLabelText('Amount')).toHaveFocus();
    expect(sheet.queryByRole('region', { name: 'Details' })).toBeNull();
    expect(sheet.queryByRole('button', { name: 'Approve' })).toBeNull();
    await expectAccessible();
  });

  test('works by keyboard only, and a saved claim has its facts and keys again', async () => {
    const view = edited();
    await findSheet();
    await view.user.keyboard('e');
    const amount = await screen.findByLabelText('Amount');
    await waitFor(() => expect(amount).toHaveFocus());
    await view.user.keyboard('{Control>}a{/Control}100{Enter}');
    expect(await findToast('Expense updated successfully!')).toBeVisible();
    expect(view.bodies).toEqual([{ revision: 4, original: { amount: 100 } }]);
    await waitFor(() => expect(form()).toBeNull());
    expect((await findSheet()).getByRole('button', { name: 'Edit' })).toHaveFocus();
    expect((await findSheet()).getByRole('region', { name: 'Details' })).toBeVisible();
    await view.user.keyboard('e');
    expect(await screen.findByLabelText('Amount')).toHaveFocus();
  });

  test('without changes ends at once by Escape, which leaves the sheet', async () => {
    const { view } = await editing();
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(form()).toBeNull());
    expect((await findSheet()).getByRole('region', { name: 'Details' })).toBeVisible();
  });

  test.each(['Cancel', 'Close'])('with changes asks before %s discards them', async (name) => {
    const { view, pane } = await editing();
    const button = screen.getByRole('button', { name });
    await write(view, pane, 'Justification', 'Kept');
    await view.user.click(button);
    await view.user.click((await question()).getByRole('button', { name: 'Cancel' }));
    expect(pane.getByLabelText('Justification')).toHaveValue('Kept');
    await view.user.click(button);
    await view.user.click((await question()).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(form()).toBeNull());
    expect(view.bodies).toEqual([]);
  });

  test('with changes asks before another claim is shown, and goes there', async () => {
    const { view, pane } = await editing();
    await write(view, pane, 'Justification', 'Kept');
    await view.user.click(screen.getByRole('button', { name: 'Next expense (j)' }));
    await view.user.click((await question()).getByRole('button', { name: 'Cancel' }));
    expect(pane.getByLabelText('Justification')).toHaveValue('Kept');
    await view.user.click(screen.getByRole('button', { name: 'Next expense (j)' }));
    await view.user.click((await question()).getByRole('button', { name: 'Discard changes' }));
    await findSheet('EXP-0002');
    expect(form()).toBeNull();
  });

  test('without changes gives way to the facts of another claim, and of the first one again', async () => {
    const { view } = await editing();
    await view.user.click(screen.getByRole('button', { name: 'Next expense (j)' }));
    await findSheet('EXP-0002');
    expect(form()).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Previous expense (k)' }));
    await findSheet();
    expect(form()).toBeNull();
  });

  test('is left by a saved claim without a question', async () => {
    const { view, pane } = await editing();
    await write(view, pane, 'Justification', 'Dinner');
    await save(view, pane);
    expect(await findToast('Expense updated successfully!')).toBeVisible();
    await waitFor(() => expect(form()).toBeNull());
    await view.user.click(screen.getByRole('button', { name: 'Next expense (j)' }));
    await findSheet('EXP-0002');
  });
});
