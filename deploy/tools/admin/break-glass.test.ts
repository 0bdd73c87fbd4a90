import { EMBEDDED, firstInvite } from '@outlay/composition';
import { createResetCodeRoute, listInvitesRoute, listUsersRoute } from '@outlay/contracts';
import { signUp } from '@outlay/harness/testing/people';
import { RestClient } from '@outlay/seed';
import { createStandalone } from '@outlay/standalone';
import { tempFolder } from '@outlay/testing';
import { breakGlass } from './break-glass.js';

describe('the break-glass invite of a super admin', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  beforeEach(async () => {
    folder = await tempFolder('outlay-break-glass');
  });
  afterEach(() => folder.remove());

  const start = async () => {
    const product = await createStandalone({ dataDir: folder.path, webRoot: null, logger: ['error'], fourEyes: true });
    await product.gateway.listen(0, '127.0.0.1');
    return { product, api: new RestClient((await product.gateway.getUrl()).replace('[::1]', '127.0.0.1')) };
  };
  const invite = (dataDir = folder.path) =>
    breakGlass(
      { dataDir, backing: EMBEDDED, publicUrl: 'https://outlay.example.org' },
      { email: 'jane@example.org', by: 'Ola' },
    );

  it('works without confirmation, and is in the trail with the name of the operator', async () => {
    const before = await start();
    const root = await signUp(before.api, (await firstInvite(before.product.messages)) ?? '', {
      email: 'root@example.org',
      first: 'Rosa',
      last: 'Root',
    });
    await expect(invite()).rejects.toThrow('The product is running');
    await before.product.close();

    const link = await invite();
    expect(link).toMatch(/^https:\/\/outlay\.example\.org\/register\?invite=[\w-]{43}$/);
    const { product, api } = await start();
    const token = link.split('=')[1] ?? '';
    const jane = await signUp(api, token, { email: 'jane@example.org', first: 'Jane', last: 'Doe' });
    expect(jane.user.role).toBe('super_admin');
    expect(await api.call(listUsersRoute, { token: jane.token })).toHaveLength(2);
    const invites = await api.call(listInvitesRoute, { token: root.token });
    const made = invites.find(({ email }) => email === 'jane@example.org');
    expect(made).not.toHaveProperty('confirmation');
    const [event] = await product.eventStore.readStream(`invite-${made?.id}`);
    expect(event).toMatchObject({
      type: 'InviteCreated',
      metadata: { actor: { id: 'operator', email: 'Ola (operator)' } },
    });
    const code = await api.call(createResetCodeRoute, { token: jane.token, params: { id: root.user.id } });
    expect(code.pending_change).toMatchObject({ action: 'reset_code' });
    await product.close();
  });

  it('is not made where there is no installation', async () => {
    await expect(invite()).rejects.toThrow('There is no installation');
  });
});
