import { getUser, login, updateUser } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { actingAs, PASSWORD, runAuth } from '../testing/running-auth.js';

it('users from an older backup are brought up to their events at the start', async () => {
  const auth = await runAuth();
  try {
    const admin = await auth.registerUser('admin@example.com', 'super_admin');
    const ann = await auth.registerUser('ann@example.com');
    const documents = await auth.openDatabase();
    const users = documents.collection<{ _id: string }>('users');
    const older = await users.findOne({ _id: ann.id });
    await auth.call(updateUser, { userId: ann.id, role: 'partner', status: 'inactive' }, actingAs(admin));
    const bob = await auth.registerUser('bob@example.com');

    await users.deleteMany({ _id: { $in: [ann.id, bob.id] } });
    await users.insertOne({ ...older, _id: ann.id });
    await documents.collection('checkpoints').deleteMany({});
    await auth.startInstance('three');

    const current = async (userId: string) => (await auth.call(getUser, { userId }).catch(() => null))?.user;
    await eventually(async () => (await current(ann.id))?.status === 'inactive' && (await current(bob.id)));
    expect(await current(ann.id)).toEqual({ ...ann, role: 'partner', status: 'inactive' });
    expect(await current(bob.id)).toEqual(bob);
    await expect(auth.call(login, { email: bob.email, password: PASSWORD })).resolves.toBeDefined();
    // The password is lost with its row: no event has it, so that a reset code is needed.
    await documents.collection<{ userId: string }>('passwords').deleteMany({ userId: bob.id });
    await expect(auth.call(login, { email: bob.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  } finally {
    await auth.close();
  }
});
