import { describe, expect, test } from '@jest/globals';
import type { AuditTokenJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, aUser, expectAccessible, findToast, refuse } from '#app/testing';
import { copiedTexts, onAPhone, renderPanel, SLOW, type Panel } from '#panel/testing';

const LIST = 'GET /api/audit/tokens';
const CREATE = 'POST /api/audit/tokens';
const REVOKE = 'DELETE /api/audit/tokens/{id}';

const aToken = (changes: Partial<AuditTokenJson> = {}): AuditTokenJson => ({
  id: 'token-1',
  name: 'Ledger export',
  created_by_email: 'boss@example.com',
  created_at: '2026-03-01T10:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  revoked_by_email: null,
  maker_active: true,
  last_used_on: '2026-03-05',
  ...changes,
});

const usersTab = (tokens: () => AuditTokenJson[], { handlers = [], ...panel }: Panel = {}) =>
  renderPanel('/admin?tab=users', {
    ...panel,
    handlers: [...handlers, answer(LIST, tokens), answer('GET /api/admin/invites', [])],
  });
const section = async () => within(await screen.findByRole('region', { name: 'Audit tokens' }, SLOW));

describe('audit tokens', () => {
  test('are listed with who made them, when they expire, and their last use', async () => {
    usersTab(() => [
      aToken(),
      aToken({ id: 'token-2', name: 'Old', expires_at: '2026-01-01T00:00:00.000Z', last_used_on: null }),
      aToken({ id: 'token-3', name: 'Lost', revoked_at: '2026-03-02T00:00:00Z', revoked_by_email: 'cleo@example.com' }),
      aToken({ id: 'token-4', name: 'Orphan', maker_active: false }),
    ]);
    const table = within(await (await section()).findByRole('table'));
    const rows = table.getAllByRole('row').map((row) => row.textContent);
    expect(rows[1]).toMatch(/^Ledger exportboss@example\.com.*Never5 Mar 2026ActiveRevoke$/);
    expect(rows[2]).toMatch(/^Old.*NeverExpiredRevoke$/);
    expect(rows[3]).toMatch(/^Lost.*RevokedRevoked by cleo@example\.com, .*2026/);
    expect(rows[4]).toMatch(/^Orphan.*Endedboss@example\.com is no longer the super admin who made itRevoke$/);
    expect(table.queryByRole('button', { name: 'Revoke Lost' })).toBeNull();
    await expectAccessible();
  });

  test('a new one is shown once, to be copied', async () => {
    let tokens: AuditTokenJson[] = [];
    const sent: unknown[] = [];
    const view = usersTab(() => tokens, {
      handlers: [
        answer(CREATE, ({ body }) => {
          sent.push(body);
          tokens = [aToken()];
          return { ...aToken(), token: 'outlay_audit_secret' };
        }),
      ],
    });
    const copied = copiedTexts();
    const own = await section();
    await view.user.click(own.getByRole('button', { name: 'Create token' }));
    expect(await findToast('Name is required')).toBeVisible();
    await view.user.type(own.getByLabelText('Name'), ' Ledger export ');
    await view.user.type(own.getByLabelText('Valid for (days)'), '90');
    await view.user.click(own.getByRole('button', { name: 'Create token' }));
    expect(await own.findByText('outlay_audit_secret')).toBeVisible();
    expect(own.getByText('Copy it now. It is shown this once and stored nowhere.')).toBeVisible();
    expect(sent).toEqual([{ name: 'Ledger export', expires_in_days: 90 }]);
    await view.user.click(own.getByRole('button', { name: 'Copy token' }));
    expect(copied).toEqual(['outlay_audit_secret']);
    expect(await own.findByRole('table')).toHaveTextContent('Ledger export');
    await expectAccessible();
  });

  test('is revoked after a question', async () => {
    let tokens = [aToken()];
    const view = usersTab(() => tokens, {
      handlers: [
        answer(REVOKE, () => {
          const revoked = aToken({ revoked_at: '2026-03-06T00:00:00Z', revoked_by_email: 'boss@example.com' });
          tokens = [revoked];
          return { message: 'Token revoked', audit_token: revoked };
        }),
      ],
    });
    const own = await section();
    await view.user.click(await own.findByRole('button', { name: 'Revoke Ledger export' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke token' }));
    await view.user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await findToast('Token revoked')).toBeVisible();
    await waitFor(() => expect(own.getByText('Revoked')).toBeVisible());
  });

  test('that cannot be revoked leaves the question, with the reason', async () => {
    const view = usersTab(() => [aToken()], { handlers: [refuse(REVOKE, 'SERVICE_UNAVAILABLE', 'Not now')] });
    const own = await section();
    await view.user.click(await own.findByRole('button', { name: 'Revoke Ledger export' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke token' }));
    await view.user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  test('are cards on a phone', async () => {
    onAPhone();
    usersTab(() => [aToken()]);
    const card = await (await section()).findByRole('listitem');
    expect(card).toHaveTextContent('Ledger exportActiveMade by boss@example.com');
    await expectAccessible();
  });

  test('are only listed for an auditor', async () => {
    usersTab(() => [aToken()], { as: aUser({ id: 'audrey', role: 'auditor' }) });
    const own = await section();
    expect(await own.findByRole('table')).toHaveTextContent('Ledger export');
    expect(own.queryByRole('button')).toBeNull();
  });
});
