import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

describe('changes that wait for a second super admin', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  const pending_change = {
    id: 'event-1',
    action: 'change',
    role: 'super_admin',
    status: null,
    requested_by_id: 'admin',
    requested_by_email: 'admin@example.com',
    requested_at: '2026-03-01T10:00:00.000Z',
  };
  const message = 'This waits until another super admin confirms it.';
  const call = async (method: string, path: string, json?: object) => {
    const response = await gateway.call(`/api/admin/users/${path}`, { method, as: 'admin', json });
    return { status: response.status, body: await response.json() };
  };

  it('is 202 with what was asked for, and 200 or 201 otherwise', async () => {
    await expect(call('PUT', 'member/role', { role: 'super_admin' })).resolves.toMatchObject({
      status: 202,
      body: { message, user: { role: 'team_member', pending_change } },
    });
    await expect(call('POST', 'admin/reset-code')).resolves.toEqual({
      status: 202,
      body: { message, reset_code: '', expires_in_seconds: 0, pending_change },
    });
    const changed = await call('PUT', 'member/role', { role: 'partner' });
    expect(changed).toMatchObject({ status: 200, body: { message: 'User updated' } });
    expect(changed).not.toHaveProperty('body.user.pending_change');
    const made = await call('POST', 'member/reset-code');
    expect(made).toMatchObject({ status: 201, body: { expires_in_seconds: 3600 } });
    expect(made).not.toHaveProperty('body.pending_change');
  });

  it('is an invite too, whose code is in the reply', async () => {
    const invite = async (role: string) => {
      const json = { email: 'new@example.com', role };
      const response = await gateway.call('/api/auth/invites', { method: 'POST', as: 'admin', json });
      return { status: response.status, body: await response.json() };
    };
    await expect(invite('super_admin')).resolves.toMatchObject({
      status: 202,
      body: { token: 'invite-token', confirmation: { status: 'waiting', requested_by_email: 'admin@example.com' } },
    });
    const made = await invite('partner');
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty('confirmation');
  });

  it('is answered with a message, and with the code if one was asked for', async () => {
    const answer = (how: string) => call('PUT', 'member/pending-change', { change_id: 'event-1', answer: how });
    await expect(answer('confirm')).resolves.toMatchObject({
      status: 200,
      body: { message: 'Confirmed', user: { id: 'member' }, reset_code: '123456', expires_in_seconds: 3600 },
    });
    await expect(answer('refuse')).resolves.toMatchObject({ body: { message: 'Refused' } });
    await expect(answer('allow')).resolves.toMatchObject({ status: 400 });
  });
});

describe('the profile', () => {
  it('has notices only if there are any', async () => {
    const gateway = await startTestGateway();
    const profileOf = async (as: 'member' | 'admin') => (await gateway.call('/api/auth/me', { as })).json();
    await expect(profileOf('member')).resolves.not.toHaveProperty('notices');
    await expect(profileOf('admin')).resolves.toMatchObject({
      notices: [
        {
          id: 'event-1',
          kind: 'reactivated',
          role: null,
          by_email: 'admin@example.com',
          at: '2026-03-01T10:00:00.000Z',
        },
      ],
    });
    await gateway.close();
  });
});
