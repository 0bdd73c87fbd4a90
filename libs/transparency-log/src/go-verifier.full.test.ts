import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tempFolder } from '@outlay/testing';
import {
  consistencyProof,
  cosignerKey,
  inclusionProof,
  openCosignerKey,
  openPrivateKey,
  parseNote,
  privateKey,
  rootHash,
  signCheckpoint,
  type LogFile,
} from './index.js';
import { InMemoryLog, numberedEntries } from './testing/in-memory-log.js';

const VERIFIER = join(import.meta.dirname, '../test/go-verifier');
const hasGo = spawnSync('go', ['version']).status === 0;
const SIZE = 70_000;
const signer = openPrivateKey(privateKey('test-log', Buffer.alloc(32, 7)));
const witness = openCosignerKey(cosignerKey('test-witness', Buffer.alloc(32, 8)));
const toBase64 = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('base64'));

// Without a Go toolchain there is nothing to compare with.
const compare = hasGo ? describe : describe.skip;
compare('Go’s sumdb/tlog and sumdb/note, on a log of three levels of tiles', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let log: InMemoryLog;
  beforeAll(async () => {
    folder = await tempFolder('go-verifier');
    log = new InMemoryLog();
    log.append(...numberedEntries(SIZE));
    log.store();
    const hashAt = log.hashesOf(SIZE);
    const inclusion = await Promise.all(
      [0, 1, 255, 256, 65_535, 65_536, 69_887, 69_888, SIZE - 1].map(async (index) => ({
        index,
        hashes: toBase64(await inclusionProof(index, SIZE, hashAt)),
      })),
    );
    const consistency = await Promise.all(
      [1, 2, 255, 256, 257, 4_097, 65_536, 65_537, SIZE].map(async (size) => ({
        size,
        root: (await rootHash(size, hashAt)).toString('base64'),
        hashes: toBase64(await consistencyProof(size, SIZE, hashAt)),
      })),
    );
    await store({ path: 'checkpoint', content: cosignedCheckpoint() });
    await store({ path: 'witness-key', content: Buffer.from(witness.publicKey) });
    await store({ path: 'key', content: Buffer.from(signer.publicKey) });
    await store({ path: 'proofs.json', content: Buffer.from(JSON.stringify({ inclusion, consistency })) });
    for (const [path, content] of log.files) await store({ path, content });
  });
  afterAll(() => folder.remove());

  const cosignedCheckpoint = () => {
    const note = signCheckpoint({ origin: 'test-log', size: SIZE, root: log.head.root(), previous: 69_888 }, signer);
    return Buffer.from(note + witness.cosign(parseNote(note).text, 1_777_881_600));
  };
  const store = async ({ path, content }: LogFile) => {
    const file = join(folder.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const verify = () => {
    // Go's first run on a machine prints its downloads on stderr.
    spawnSync('go', ['mod', 'download'], { cwd: VERIFIER });
    return spawnSync('go', ['run', '.', folder.path], { cwd: VERIFIER, encoding: 'utf8' });
  };

  it('verify the checkpoint, its cosignature, the tiles, the entries and every proof', () => {
    const { stdout, stderr } = verify();
    expect(stderr).toBe('');
    expect(stdout).toBe(
      'cosigned 2026-05-04T08:00:00Z\nverified 70000 entries: 9 inclusion and 9 consistency proofs\n',
    );
  }, 600_000);

  it.each(['tile/0/000', 'tile/1/000', 'tile/2/000.p/1', 'tile/entries/000', 'checkpoint'])(
    'reject it if a byte of %s is another one',
    async (path) => {
      const file = join(folder.path, path);
      const content = log.files.get(path) ?? cosignedCheckpoint();
      const altered = Buffer.from(content);
      altered[4] = (altered[4] ?? 0) ^ 1;
      await writeFile(file, altered);
      expect(verify().status).toBe(1);
      await writeFile(file, content);
    },
    600_000,
  );

  it('reject it if the witness has cosigned another checkpoint', async () => {
    const note = signCheckpoint({ origin: 'test-log', size: SIZE, root: log.head.root(), previous: 69_888 }, signer);
    await store({ path: 'checkpoint', content: Buffer.from(note + witness.cosign('another\n', 1_777_881_600)) });
    expect(verify().status).toBe(1);
  }, 600_000);
});
