import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { answer, aUser, breakDown, expectAccessible, refuse, renderRoute, skipTime } from '#app/testing';
import { storeUser } from '#lib/session';

const PASSWORD = 'PUT /api/auth/password';

async function change(view: ReturnType<typeof renderRoute>, current: string, next: string, confirmation = next) {
  if (current) await view.user.type(await screen.findByLabelText('Current password'), current);
  if (next) await view.user.type(screen.getByLabelText('New password'), next);
  if (confirmation) await view.user.type(screen.getByLabelText('Confirm new password'), confirmation);
  await view.user.click(await screen.findByRole('button', { name: 'Update Password' }));
}

describe('settings', () => {
  test('show the profile read-only, with the role in words', async () => {
    renderRoute('/settings', { as: aUser({ role: 'partner' }) });
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    expect(screen.getByText('First name').nextSibling).toHaveTextContent('Ada');
    expect(screen.getByText('Role').nextSibling).toHaveTextContent('Partner');
    expect(screen.getByText('Reimbursement currency').nextSibling).toHaveTextContent('EUR');
    expect(screen.queryByRole('textbox')).toBeNull();
    await expectAccessible();
  });

  test('a profile that cannot be loaded is said for three seconds, beside the one that is known', async () => {
    const user = aUser();
    storeUser(user);
    renderRoute('/settings', { as: user, handlers: [breakDown('GET /api/auth/me', 503)] });
    await skipTime(3000, async () => {
      expect(await screen.findByText('Failed to load profile information')).toBeVisible();
    });
    expect(screen.queryByText('Failed to load profile information')).toBeNull();
    expect(screen.getByText('First name').nextSibling).toHaveTextContent('Ada');
  });

  test('a changed password stores the new token, and the message disappears after three seconds', async () => {
    const bodies: unknown[] = [];
    const view = renderRoute('/settings', {
      as: aUser(),
      handlers: [
        answer(PASSWORD, ({ body }) => {
          bodies.push(body);
          return { message: 'ok', token: 'new.token.here' };
        }),
      ],
    });
    await skipTime(3000, async () => {
      await change(view, 'old-one', 'new-one');
      expect(await screen.findByText('Password updated successfully!')).toBeVisible();
    });
    expect(screen.queryByText('Password updated successfully!')).toBeNull();
    expect(bodies).toEqual([{ currentPassword: 'old-one', newPassword: 'new-one' }]);
    expect(localStorage.getItem('token')).toBe('new.token.here');
    expect(screen.getByLabelText('Current password')).toHaveValue('');
  });

  test.each([
    ['a field is empty', ['old', '', ''], 'Please fill in all password fields'],
    ['the confirmation differs', ['old', 'new-one', 'new-two'], 'New passwords do not match'],
    ['the new password is short', ['old', '12345', '12345'], 'New password must be at least 6 characters'],
  ] as const)('if %s, shows an error and sends nothing', async (_, [current, next, confirmation], message) => {
    const view = renderRoute('/settings', { as: aUser() });
    await change(view, current, next, confirmation);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });

  test.each([
    ['a 400 with a message', refuse(PASSWORD, 'INVALID_CURRENT_PASSWORD', 'That is not it.'), 'That is not it.'],
    ['a 400 without a message', breakDown(PASSWORD, 400), 'Invalid current password'],
    ['anything else', refuse(PASSWORD, 'INTERNAL', 'Broken'), 'Failed to update password'],
  ])('%s is shown and the session continues', async (_, handler, message) => {
    const view = renderRoute('/settings', { as: aUser(), handlers: [handler] });
    await change(view, 'old-one', 'new-one');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(view.path()).toBe('/settings');
  });
});
