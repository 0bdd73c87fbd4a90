import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { changePasswordRoute, createInviteRoute, createResetCodeRoute } from '@outlay/contracts';
import { RestClient } from '@outlay/seed';
import { eventually, tempFolder } from '@outlay/testing';
import * as z from 'zod/mini';
import { readConfig } from '@outlay/composition';
import { firstInvite } from '@outlay/composition';
import { createStandalone } from '@outlay/standalone';
import { PASSWORD, signUp, type SignedIn } from '@outlay/harness/testing/people';
import { sendRaw } from './testing/attack.js';

const projectRoot = join(import.meta.dirname, '..', '..', '..');
const CHANGED = 'Changed-Horse-9';

async function install() {
  const folder = await tempFolder('outlay-attack');
  const product = await createStandalone({ dataDir: folder.path, webRoot: null, logger: ['error'] });
  await product.gateway.listen(0, '127.0.0.1');
  const origin = (await product.gateway.getUrl()).replace('[::1]', '127.0.0.1');
  const api = new RestClient(origin);
  const invite = (await firstInvite(product.messages)) ?? '';
  const root = await signUp(api, invite, { email: 'root@example.org', first: 'Rosa', last: 'Root' });
  const close = async () => {
    await product.close();
    await folder.remove();
  };
  return { dataDir: folder.path, origin, api, root, close };
}

describe('attacks on an installation', () => {
  let here: Awaited<ReturnType<typeof install>>;
  let there: typeof here;
  beforeAll(async () => {
    [here, there] = await Promise.all([install(), install()]);
  });
  afterAll(() => Promise.all([here, there].map((each) => each.close())));

  const filesNow = async (dataDir: string) => {
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
  };
  /** Files of the log get their names when they are finished, perhaps while they are read. */
  const filesOf = (dataDir: string) =>
    eventually(() =>
      filesNow(dataDir).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return null;
      }),
    );
  const profile = async (origin: string, as: SignedIn) => (await sendRaw(origin, '/api/auth/me', { as })).status;

  it('the data folder has no password, code or token in plain text or as an unkeyed hash', async () => {
    const { api, root, dataDir } = here;
    const changed = { currentPassword: PASSWORD, newPassword: CHANGED };
    const { token } = await api.call(changePasswordRoute, { token: root.token, body: changed });
    const params = { id: root.user.id };
    const { reset_code } = await api.call(createResetCodeRoute, { token, params });
    await api.call(createInviteRoute, { token, body: { email: 'later@example.org' } });

    const files = await filesOf(dataDir);
    const holding = (secret: Buffer) => files.filter(({ bytes }) => bytes.includes(secret)).map(({ path }) => path);
    // An email and a password hash are stored, so a search that finds neither would be broken.
    expect(holding(asStored('root@example.org'))).not.toEqual([]);
    expect(holding(Buffer.from('$argon2id$v=19$m=47104,t=1,p=1$'))).not.toEqual([]);

    const words = [PASSWORD, CHANGED, root.token, token].map((text) => Buffer.from(text));
    for (const secret of [...words, ...words.flatMap(digests)]) expect(holding(secret)).toEqual([]);
    // Six digits alone would match in other numbers.
    for (const secret of [asStored(reset_code), ...digests(Buffer.from(reset_code))])
      expect(holding(secret)).toEqual([]);
  });

  it('only its user can read the secret of the data folder', async () => {
    expect((await stat(join(here.dataDir, 'secret'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(here.dataDir, 'documents'))).mode & 0o777).toBe(0o700);
  });

  it('each installation has its own secret: tokens of one are invalid at another', async () => {
    expect(await profile(here.origin, there.root)).toBe(401);
    expect(await profile(there.origin, there.root)).toBe(200);
    const secrets = await Promise.all([here, there].map(({ dataDir }) => readFile(join(dataDir, 'secret'), 'utf8')));
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(secret.length).toBeGreaterThanOrEqual(64);
  });

  it.each(['', 'secret', 'changeme', 'outlay', 'default', 'x'.repeat(31), ' '.repeat(32)])(
    'the product does not start with JWT_SECRET=%s',
    (JWT_SECRET) => {
      expect(() => readConfig({ JWT_SECRET }, '/app')).toThrow('JWT_SECRET: must have at least 32 characters');
    },
  );

  // Known vulnerabilities are not checked here, because the audit service may be unreachable.
  describe('dependencies', () => {
    const lockfile = z.object({
      packages: z.record(
        z.string(),
        z.object({
          resolved: z.optional(z.string()),
          integrity: z.optional(z.string()),
          link: z.optional(z.boolean()),
          inBundle: z.optional(z.boolean()),
          hasInstallScript: z.optional(z.boolean()),
        }),
      ),
    });
    const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) });
    const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(projectRoot, name), 'utf8'));
    const installed = async () =>
      Object.entries(lockfile.parse(await read('package-lock.json')).packages).filter(
        ([path, { link }]) => path.includes('node_modules/') && !link,
      );

    it('are locked to their content and come from a registry', async () => {
      const packages = await installed();
      expect(packages.length).toBeGreaterThan(1000);
      for (const [path, { integrity, inBundle, resolved }] of packages) {
        // A bundled package is locked with its parent.
        if (inBundle) continue;
        expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
        expect([path, resolved ?? '']).toEqual([path, expect.not.stringMatching(/^(git|http:|file:)/)]);
      }
    });

    it('run install scripts only if allowed explicitly', async () => {
      const withScripts = (await installed()).filter(([, { hasInstallScript }]) => hasInstallScript);
      const names = withScripts.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
      const { allowScripts } = manifest.parse(await read('package.json'));
      expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
    });
  });
});

function asStored(text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(Buffer.byteLength(text) + 1);
  return Buffer.concat([length, Buffer.from(text), Buffer.from([0])]);
}

function digests(secret: Buffer): Buffer[] {
  return ['sha256', 'sha1', 'md5', 'sha512'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(secret).digest();
    return [
      digest,
      ...(['hex', 'base64', 'base64url'] as const).map((spelling) => Buffer.from(digest.toString(spelling))),
    ];
  });
}
