import { openPrivateKey } from '@outlay/transparency-log';
import { auditPrivateKey } from './audit-key.js';

const SECRET = 'a secret of at least 32 characters';

it('the audit key and the name of the log are the same each time, with or without a line break at its end', () => {
  const { publicKey } = openPrivateKey(auditPrivateKey(SECRET));
  expect(openPrivateKey(auditPrivateKey(`${SECRET}\n`)).publicKey).toBe(publicKey);
  expect(openPrivateKey(auditPrivateKey(`${SECRET}!`)).verifier.name).not.toBe(publicKey.split('+')[0]);
  expect(publicKey).toMatch(/^outlay-[0-9a-f]{12}\+/);
});
