import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answerFile, breakDown, findToast } from '#app/testing';
import { claim, second, reviewed, sheet } from './testing';

describe('the keyboard', () => {
  test('j and k navigate, a approves, u reverts', async () => {
    const view = reviewed({ path: '/admin', others: [{ ...second, status: 'rejected' }] });
    await screen.findByRole('button', { name: 'EXP-0001' });
    await view.user.keyboard('j');
    await sheet('EXP-0001');
    await view.user.keyboard('j');
    await sheet('EXP-0002');
    await view.user.keyboard('u');
    await view.user.type((await sheet('Back to Submitted')).getByLabelText('Note (optional)'), '{Enter}');
    expect(await screen.findByText('Expense reverted to submitted successfully!')).toBeVisible();
    await view.user.keyboard('k');
    await sheet('EXP-0001');
    await view.user.keyboard('a');
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
  });

  test('? lists the keys above the open expense, which then act no more', async () => {
    const view = reviewed();
    await sheet();
    await view.user.keyboard('?');
    const shortcuts = await sheet('Keyboard shortcuts');
    expect(shortcuts.getByText('Approve')).toBeVisible();
    await view.user.keyboard('a?');
    expect(view.bodies).toEqual([]);
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull());
    await sheet();
  });

  test('o opens the receipt', async () => {
    const opened: string[] = [];
    const { open } = window;
    window.open = (url) => {
      opened.push(String(url));
      return null;
    };
    const view = reviewed({
      expense: { ...claim, receipt: 'stored.png' },
      handlers: [answerFile('GET /uploads/{filename}', 'png', 'image/png')],
    });
    await sheet();
    await view.user.keyboard('o');
    await waitFor(() => expect(opened).toEqual(['blob:http://localhost/made-by-a-test']));
    window.open = open;
  });

  test('o shows a message if it cannot open the receipt', async () => {
    const view = reviewed({
      expense: { ...claim, receipt: 'stored.png' },
      handlers: [breakDown('GET /uploads/{filename}', 500)],
    });
    await sheet();
    await view.user.keyboard('o');
    expect(await findToast('Unable to load receipt preview.')).toBeVisible();
    expect(await (await sheet()).findByText('Unable to load receipt preview.')).toBeVisible();
  });

  test('ignores keys with Ctrl, Alt or Shift, which belong to the browser', async () => {
    const view = reviewed();
    await sheet();
    await view.user.keyboard('{Control>}a{/Control}{Alt>}a{/Alt}{Shift>}a{/Shift}');
    expect(view.bodies).toEqual([]);
    await view.user.keyboard('a');
    expect(await screen.findByText('Expense approved successfully!')).toBeVisible();
  });

  test('r asks for the reason, and typing it triggers no shortcut', async () => {
    const view = reviewed();
    await sheet();
    await view.user.keyboard('rau');
    await screen.findByRole('dialog', { name: 'Reject Expense' });
    const reason = screen.getByLabelText('Rejection Reason');
    // If the dialog had opened in time, the later keys were typed into it.
    await view.user.clear(reason);
    await view.user.type(reason, 'a rough jar');
    expect(reason).toHaveValue('a rough jar');
    await view.user.keyboard('{Tab}a');
    expect(view.bodies).toEqual([]);
  });
});
