import { openDocuments } from '@outlay/documents';
import { tempFolder } from '@outlay/testing';
import { join } from 'node:path';
import { PasswordStore } from './password.store.js';

it('the password of the latest event counts, in whatever order they are written', async () => {
  const folder = await tempFolder('passwords');
  const documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
  try {
    const passwords = await PasswordStore.open(documents);
    await passwords.set('ann', 'of another', 7);
    await passwords.set('bob', 'tenth', 10);
    await Promise.all([passwords.set('bob', 'second', 2), passwords.set('bob', 'tenth', 10)]);
    await expect(passwords.hashOf('bob')).resolves.toBe('tenth');
    await passwords.set('bob', 'latest', 11);
    await expect(passwords.hashOf('bob')).resolves.toBe('latest');
    await expect(passwords.hashOf('ann')).resolves.toBe('of another');
    await expect(passwords.hashOf('eve')).resolves.toBeUndefined();
    await expect(documents.collection('passwords').countDocuments({ userId: 'bob' })).resolves.toBe(1);
  } finally {
    await documents.destroy();
    await folder.remove();
  }
});
