import { signCheckpoint } from '@outlay/transparency-log';
import { auditSigner, LogKeyring } from './log-keyring.js';

const SECRET = 'a secret of at least 32 characters';
const OLD = { auditKey: `${SECRET} 1` };
const NEW = { auditKey: `${SECRET} 2`, previousAuditKey: OLD.auditKey };

it('the audit key and the name of the log are the same each time, with or without a line break at its end', () => {
  const { publicKey, verifier } = auditSigner(SECRET);
  expect(auditSigner(`${SECRET}\n`).publicKey).toBe(publicKey);
  expect(auditSigner(`${SECRET}!`).verifier.name).not.toBe(verifier.name);
  expect(publicKey).toMatch(/^outlay-[0-9a-f]{12}\+/);
});

describe('a change of the audit key', () => {
  let notes: string[];
  const changes = { all: async () => [...notes] };
  beforeEach(() => {
    notes = [];
  });
  const open = (secrets: Parameters<typeof LogKeyring.open>[1]) => LogKeyring.open(changes, secrets);
  const takeOver = async (keyring: LogKeyring, size: number) => {
    const change = await keyring.keyChange(size);
    if (change !== null) notes.push(change);
  };
  const checkpoint = (size: number, { name, signer }: LogKeyring) =>
    signCheckpoint({ origin: name, size, root: Buffer.alloc(32, size) }, signer);

  it('keeps the name of the log, and both keys verify what the other has signed', async () => {
    const before = await open(OLD);
    await takeOver(before, 0);
    expect(notes).toEqual([]);
    const earlier = checkpoint(5, before);

    const after = await open(NEW);
    await takeOver(after, 5);
    await takeOver(after, 5);
    expect(after.name).toBe(before.name);
    expect(notes).toHaveLength(1);
    const later = checkpoint(6, after);
    for (const keyring of [before, after, await open({ auditKey: NEW.auditKey })]) {
      expect(await keyring.openCheckpoint(earlier)).toMatchObject({ size: 5, publicKey: before.signer.publicKey });
      expect(await keyring.openCheckpoint(later)).toMatchObject({ size: 6, publicKey: after.signer.publicKey });
    }
  });

  it('ends what the key before can sign', async () => {
    const before = await open(OLD);
    await takeOver(await open(NEW), 5);
    await expect(before.openCheckpoint(checkpoint(6, before))).rejects.toThrow('replaced after 5 events');
    await expect(before.keyChange(5)).rejects.toThrow('was changed to another');
  });

  it('can follow another, and is not taken back', async () => {
    await takeOver(await open(NEW), 5);
    const third = await open({ auditKey: `${SECRET} 3`, previousAuditKey: NEW.auditKey });
    await takeOver(third, 9);
    expect(third.name).toBe((await open(OLD)).name);
    expect((await third.read()).current).toBe(third.signer.publicKey);
    const back = await open({ auditKey: OLD.auditKey, previousAuditKey: `${SECRET} 3` });
    await expect(back.keyChange(9)).rejects.toThrow('was changed to another');
  });

  it('needs the key before', async () => {
    const before = await open(OLD);
    const other = await open({ auditKey: NEW.auditKey });
    await expect(other.openCheckpoint(checkpoint(5, before))).rejects.toThrow('Not signed by');
    await takeOver(await open(NEW), 5);
    const stranger = await open({ auditKey: `${SECRET} 3`, previousAuditKey: `${SECRET} 4` });
    await expect(stranger.keyChange(5)).rejects.toThrow('none of those that the log has had');
  });
});
