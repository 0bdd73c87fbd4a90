import { expect, test } from '@jest/globals';
import type { NoticeJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, aUser, breakDown, expectAccessible, findToast, renderRoute } from '#app/testing';

const DISMISS = 'POST /api/auth/notices/dismiss';
const AT = '2026-06-15T10:00:00.000Z';
const by = { by_email: 'root@example.com', at: AT };
const notices: NoticeJson[] = [
  { id: 'event-1', kind: 'reset_code_issued', role: null, ...by },
  { id: 'event-2', kind: 'deactivated', role: null, ...by },
  { id: 'event-3', kind: 'reactivated', role: null, ...by },
  { id: 'event-4', kind: 'role_changed', role: 'partner', ...by },
];

test('notices of what others did to the account are shown until they are dismissed', async () => {
  let shown = notices;
  const bodies: unknown[] = [];
  const view = renderRoute('/settings', {
    as: aUser(),
    handlers: [
      answer('GET /api/auth/me', () => ({ ...aUser(), ...(shown.length > 0 && { notices: shown }) })),
      answer(DISMISS, ({ body }) => {
        bodies.push(body);
        shown = [];
        return { message: 'Dismissed' };
      }),
    ],
  });
  const dismiss = await screen.findByRole('button', { name: 'Mark as read' });
  const items = within(screen.getByRole('main')).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent?.replace(/ on .*/, ''))).toEqual([
    'root@example.com created a password reset code for your account',
    'root@example.com deactivated your account',
    'root@example.com activated your account again',
    'root@example.com changed your role to Partner',
  ]);
  await expectAccessible();
  await view.user.click(dismiss);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull());
  expect(bodies).toEqual([{ up_to: 'event-4' }]);
});

test('notices that cannot be dismissed stay', async () => {
  const view = renderRoute('/settings', {
    as: aUser(),
    handlers: [answer('GET /api/auth/me', { ...aUser(), notices }), breakDown(DISMISS, 500)],
  });
  await view.user.click(await screen.findByRole('button', { name: 'Mark as read' }));
  expect(await findToast('The notices could not be marked as read')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark as read' })).toBeVisible();
});
