import { describe, expect, test } from '@jest/globals';
import type { DuplicateJson, ExpenseJson } from '@outlay/contracts';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, endDoubleClick, findToast, hold, refusal } from '#app/testing';
import type { Panel } from '#panel/testing';
import { APPROVE, DUPLICATES, claim, second, paidDuplicate, reviewed, sheet, ready, press } from './testing';

describe('approving with a next expense', () => {
  describe('an expense without duplicates shows the next at once', () => {
    const third = anExpense({ id: 'expense-3', expense_id: 'EXP-0003', created_at: '2026-03-04T09:00:00.000Z' });
    async function leaveFirst(
      answered: () => Response | ReturnType<typeof approvedAs>,
      handlers: Panel['handlers'] = [],
    ) {
      const { held, release } = hold();
      const view = reviewed({
        others: [second, third],
        handlers: [
          ...handlers,
          answer(APPROVE, async ({ params }) => {
            if (params.id === claim.id) await held;
            return params.id === claim.id ? answered() : approvedAs(second);
          }),
        ],
      });
      await (await sheet()).findByText('0 potential dupes');
      await press(view, 'Approve');
      await sheet('EXP-0002');
      return { view, release };
    }
    const approvedAs = (expense: ExpenseJson) => ({
      message: 'ok',
      expense: { ...expense, status: 'approved' as const },
    });

    test('the next can be approved before the response, and stays open', async () => {
      const { view, release } = await leaveFirst(() => approvedAs(claim));
      await view.user.clickBeside(await ready('Approve', 'EXP-0002'));
      expect(await findToast('Expense approved successfully!')).toBeVisible();
      await sheet('EXP-0003');
      release();
      await waitFor(() => expect(screen.getAllByText('Expense approved successfully!')).toHaveLength(2));
      expect(view.router.state.location.search).toEqual({ expense: 'EXP-0003' });
    });

    test('each message names its claim and so does its Undo, while what is not saved yet says so', async () => {
      const { view, release } = await leaveFirst(() => approvedAs(claim));
      expect(await (await sheet('EXP-0002')).findByText('Saving EXP-0001 ...')).toBeVisible();
      await view.user.clickBeside(await ready('Approve', 'EXP-0002'));
      await sheet('EXP-0003');
      release();
      expect(await screen.findByRole('button', { name: 'Undo the approval of EXP-0001' })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Undo the approval of EXP-0002' })).toBeVisible();
      expect(screen.getByText('EXP-0001, Ada Okafor, 225.00 EUR')).toBeVisible();
      expect(screen.getByText('EXP-0002, Ada Okafor, 225.00 EUR')).toBeVisible();
      await waitFor(() => expect(screen.queryByText(/^Saving/)).toBeNull());
    });

    test('a refusal returns to the expense', async () => {
      const { release } = await leaveFirst(() =>
        refusal('VERSION_CONFLICT', 'This expense was changed in the meantime.'),
      );
      release();
      expect(await findToast('This expense was changed in the meantime. Please look at it again.')).toBeVisible();
      expect(await (await sheet('EXP-0001')).findByText(/was changed in the meantime/)).toBeVisible();
    });

    test('a duplicate approved since then returns to the expense to ask', async () => {
      let duplicates: DuplicateJson[] = [];
      const { view, release } = await leaveFirst(() => {
        duplicates = [paidDuplicate];
        return refusal('POSSIBLE_DUPLICATE', 'Potential duplicate detected');
      }, [answer(DUPLICATES, () => ({ duplicates }))]);
      release();
      const warning = within(await screen.findByRole('dialog', { name: 'Potential Duplicate Detected' }));
      expect(warning.getByRole('article', { name: 'This claim EXP-0001' })).toBeVisible();
      expect(view.router.state.location.search).toEqual({ expense: 'EXP-0001' });
    });

    test('a refusal only shows a message if the user has navigated away', async () => {
      const { view, release } = await leaveFirst(() =>
        refusal('OWN_EXPENSE', 'You cannot approve an expense of your own.'),
      );
      await act(() => view.router.navigate({ to: '/admin', search: { tab: 'users' } }));
      release();
      expect(await findToast('Failed to approve expense')).toBeVisible();
      expect(view.router.state.location.search).toEqual({ tab: 'users' });
    });

    test('the outcome of the first does not disturb input for the next', async () => {
      const { view, release } = await leaveFirst(() =>
        refusal('OWN_EXPENSE', 'You cannot approve an expense of your own.'),
      );
      await view.user.keyboard('r');
      fireEvent.change(await screen.findByLabelText('Rejection Reason'), { target: { value: 'Late' } });
      release();
      expect(await findToast('Failed to approve expense')).toBeVisible();
      expect(screen.getByLabelText('Rejection Reason')).toHaveValue('Late');
      expect(view.router.state.location.search).toEqual({ expense: 'EXP-0002' });
    });
  });

  test('a key pressed again too soon decides nothing, and says so', async () => {
    const view = reviewed({ others: [second] });
    await (await sheet()).findByText('0 potential dupes');
    let pressedAt = 0;
    window.addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { once: true, capture: true });
    await view.user.keyboard('a');
    await sheet('EXP-0002');
    // The event's own time is soon after, however busy the machine is.
    const again = createEvent.keyDown(document.activeElement ?? document.body, { key: 'a' });
    Object.defineProperty(again, 'timeStamp', { value: pressedAt + 300 });
    fireEvent(document.activeElement ?? document.body, again);
    const refused = await (await sheet('EXP-0002')).findByText(/^Not counted: that press came too soon/);
    expect(refused).toBeVisible();
    expect(view.bodies).toHaveLength(1);
  });

  test('after the last pending expense goes to the earlier ones, and says when there are none', async () => {
    const view = reviewed({ others: [second], path: '/admin?expense=EXP-0002' });
    await (await sheet('EXP-0002')).findByText('0 potential dupes');
    await view.user.click(await ready('Approve', 'EXP-0002'));
    await sheet('EXP-0001');
    await view.user.clickBeside(await ready('Approve', 'EXP-0001'));
    expect(await (await sheet('EXP-0001')).findByText(/^Nothing else in this list waits/)).toBeVisible();
    expect(view.bodies).toHaveLength(2);
    const payments = await (await sheet('EXP-0001')).findByRole('link', { name: '2 approved wait for payment' });
    await view.user.click(payments);
    await waitFor(() => expect(view.router.state.location.search).toEqual({ tab: 'payments' }));
  });

  test('moves on to the next pending expense, and stays if there is none', async () => {
    const view = reviewed({ others: [second] });
    await press(view, 'Approve');
    const next = await sheet('EXP-0002');
    await view.user.clickBeside(await ready('Approve', 'EXP-0002'));
    expect(await next.findByText('Approved')).toBeVisible();
    expect(view.router.state.location.search).toEqual({ expense: 'EXP-0002' });
  });

  test('a late response does not change the open expense', async () => {
    const { held, release } = hold();
    const third = anExpense({ id: 'expense-3', expense_id: 'EXP-0003', created_at: '2026-03-04T09:00:00.000Z' });
    const checked = answer(DUPLICATES, async ({ params }) => {
      if (params.id === claim.id) await held;
      return { duplicates: [] };
    });
    const view = reviewed({ others: [second, third], handlers: [checked] });
    await press(view, 'Approve');
    await view.user.keyboard('j');
    await sheet('EXP-0002');
    await view.user.keyboard('j');
    await sheet('EXP-0003');
    release();
    expect(await findToast('Expense approved successfully!')).toBeVisible();
    expect(view.router.state.location.search).toEqual({ expense: 'EXP-0003' });
  });

  describe('by a double click or a held key approves one expense', () => {
    const pressTwice: Record<string, (view: ReturnType<typeof reviewed>) => Promise<void>> = {
      'the button': async (view) => view.user.dblClick(await ready('Approve')),
      'the button, with the next there in between': async (view) => {
        await view.user.click(await ready('Approve'));
        const again = (await sheet('EXP-0002')).getByRole('button', { name: 'Approve' });
        // The time of a second press, however long the screen took to show the next expense.
        const down = createEvent.pointerDown(again, { button: 0 });
        Object.defineProperty(down, 'timeStamp', { value: 0 });
        fireEvent(again, down);
        fireEvent.click(again, { detail: 1 });
      },
      'the key': async (view) => {
        await ready('Approve');
        await view.user.keyboard('a');
        await sheet('EXP-0002');
        fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a', repeat: true });
      },
      'the focused button': async (view) => {
        const approve = await ready('Approve');
        approve.focus();
        await view.user.keyboard('{Enter}');
        await sheet('EXP-0002');
        const isClicked = fireEvent.keyDown(approve, { key: 'Enter', repeat: true });
        expect(isClicked).toBe(false);
      },
    };
    test.each(Object.keys(pressTwice))('with %s', async (name) => {
      const view = reviewed({ others: [second] });
      await (await sheet()).findByText('0 potential dupes');
      await pressTwice[name]?.(view);
      expect(await findToast('Expense approved successfully!')).toBeVisible();
      await ready('Approve', 'EXP-0002');
      expect(view.bodies).toHaveLength(1);
    });

    test('without a next expense, and does not revert it', async () => {
      const view = reviewed();
      await press(view, 'Approve');
      const revert = await (await sheet()).findByRole('button', { name: 'Mark as Submitted' });
      endDoubleClick(revert);
      await ready('Mark as Submitted');
      expect(view.bodies).toEqual([{ revision: 4 }]);
      await view.user.clickBeside(revert);
      await sheet('Back to Submitted');
    });

    test('in a list', async () => {
      const view = reviewed({ path: '/admin', others: [second] });
      await view.user.click(await screen.findByRole('button', { name: 'Approve EXP-0001' }));
      const revert = await screen.findByRole('button', { name: 'Revert EXP-0001 to submitted' });
      endDoubleClick(revert);
      endDoubleClick(screen.getByRole('button', { name: 'Approve EXP-0002' }));
      endDoubleClick(await screen.findByRole('button', { name: /^Undo/ }));
      await view.user.click(screen.getByRole('button', { name: 'Reject EXP-0002' }));
      await view.user.type(await screen.findByLabelText('Rejection Reason'), 'Late');
      await view.user.click(screen.getByRole('button', { name: 'Reject' }));
      expect(await findToast('Expense rejected successfully!')).toBeVisible();
      expect(view.bodies).toEqual([{ revision: 4 }, { revision: second.revision, admin_notes: 'Late' }]);
    });
  });
});
