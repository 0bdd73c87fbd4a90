import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import {
  approveExpenseRoute,
  createExpenseRoute,
  downloadReportRoute,
  listAllExpensesRoute,
  listAllReportsRoute,
  loginRoute,
  OutlayError,
  payExpensesRoute,
} from '@outlay/contracts';
import { freePort } from '@outlay/harness';
import { claimForm } from '@outlay/testing/claims';
import { FIRST_ADMIN, join as joinCompany, PASSWORD, signUp, type SignedIn } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';
import { RestClient } from '@outlay/seed';
import { eventually, tempFolder } from '@outlay/testing';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const guide = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');

/** The commands of the guide's first block after a text, as they are printed there. */
function commandsAfter(heading: string): readonly string[] {
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(guide.slice(guide.indexOf(heading))) ?? [];
  return block.replaceAll('\\\n', ' ').trim().split('\n');
}

/** Why compose cannot be started here; null if it can. Its images are pulled, or were made on this machine before. */
function missing(): string | null {
  if (spawnSync('docker', ['info']).status !== 0) return 'no Docker engine';
  if (spawnSync('docker', ['compose', 'version']).status !== 0) return 'no Docker Compose';
  const pulled = spawnSync('docker', ['compose', 'config', '--images'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: placeholders(),
  });
  const images = pulled.stdout.split('\n').filter((image) => image !== '' && !image.startsWith('outlay:'));
  const absent = images.find((image) => !hasImage(image));
  return absent === undefined ? null : `the image ${absent} cannot be had`;
}

function hasImage(image: string): boolean {
  const commands = [
    ['image', 'inspect', image],
    ['pull', '--quiet', image],
  ];
  return commands.some((args) => spawnSync('docker', args).status === 0);
}

function placeholders(): NodeJS.ProcessEnv {
  const names = readFileSync(join(ROOT, '.env.example'), 'utf8').match(/^[A-Z0-9_]+(?==$)/gm) ?? [];
  return { ...process.env, ...Object.fromEntries(names.map((name) => [name, 'x'])) };
}

const reason = missing();
const title = `docker compose from a clean clone${reason === null ? '' : ` (skipped: ${reason})`}`;
// Jest only names skipped tests in files where others ran.
if (reason !== null) process.stderr.write(`${title}\n`);

(reason === null ? describe : describe.skip)(title, () => {
  let clone: Awaited<ReturnType<typeof tempFolder>>;
  let ports: readonly number[];
  let root: SignedIn;

  const env = { ...process.env, COMPOSE_PROJECT_NAME: 'outlay-clean-clone', OUTLAY_TAG: 'clean-clone' };
  const shell = (command: string, input = '') => {
    const { status, stdout, stderr } = spawnSync('bash', ['-ec', command], {
      cwd: clone.path,
      env,
      input,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command} ended with ${status}\n${stderr.slice(-4000)}`);
    return stdout;
  };
  const api = (port = ports[0]) => new RestClient(`http://127.0.0.1:${port}`);
  /** Tries the other gateway if a connection fails, as a proxy in front of both does. */
  async function throughProxy<T>(work: (client: RestClient) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work(api(ports[attempt % ports.length]));
      } catch (error) {
        if (error instanceof OutlayError || attempt === 10) throw error;
        await wait(100);
      }
    }
  }
  const submit = (amount: string, idempotencyKey: string = randomUUID()) =>
    throughProxy((client) =>
      client.call(createExpenseRoute, {
        token: root.token,
        idempotencyKey,
        body: claimForm({ amount, no_receipt: 'true' }),
      }),
    );
  const listed = async () =>
    (await throughProxy((client) => client.call(listAllExpensesRoute, { token: root.token }))).map(
      ({ expense_id, amount }) => `${expense_id} ${amount}`,
    );

  beforeAll(async () => {
    clone = await tempFolder('outlay-clean-clone');
    spawnSync('git', ['clone', '--quiet', ROOT, clone.path]);
    const first = await freePort();
    ports = [first, first + 1];
  });
  afterAll(async () => {
    shell('docker compose down --volumes --remove-orphans && docker image rm --force outlay:clean-clone');
    await clone.remove();
  }, 120_000);

  it('starts with the commands of the guide, and serves a first day', async () => {
    const [secrets = '', certificates = '', up = '', link = ''] = commandsAfter('## On one machine');
    shell(secrets);
    shell(`cat >> .env`, `LISTEN=127.0.0.1:${ports.join('-')}\n`);
    shell(certificates);
    shell(up);
    const [, invite = ''] = /invite=([\w-]+)/.exec(shell(link)) ?? [];
    root = await signUp(api(), invite, FIRST_ADMIN);
    const mia = await joinCompany(api(), root, 'team_member', 'Mia');
    const receipt = asFile(pdfReceipt('clean clone'), 'receipt.pdf', 'application/pdf');
    const body = claimForm({ amount: '20.50' }, receipt);
    const { expense } = await api().call(createExpenseRoute, { token: mia.token, body });
    const token = root.token;
    await api().call(approveExpenseRoute, { token, params: { id: expense.id }, body: {} });
    await api().call(payExpensesRoute, { token, body: { expense_ids: [expense.id], user_name: 'Mia Tester' } });
    const report = await eventually(async () => (await api().call(listAllReportsRoute, { token }))[0]);
    const request = { token, params: { filename: report.filename } };
    await eventually(async () => (await api().send(downloadReportRoute, request)).ok);
  }, 900_000);

  it('has one image, and replaces nothing when it is started again', () => {
    const containers = shell('docker compose ps -q');
    shell('docker compose up -d');
    expect(shell('docker compose ps -q')).toBe(containers);
    expect(shell("docker compose ps --format '{{.Image}}' | grep ^outlay: | sort -u").trim()).toBe(
      'outlay:clean-clone',
    );
  }, 120_000);

  it('goes on after a part is killed', async () => {
    shell('docker compose exec -T expenses bash -c "kill -9 -1" || true');
    const key = 'clean-clone-0123456789';
    await eventually(() => submit('30.25', key).catch(() => null));
    expect((await listed()).filter((row) => row.endsWith(' 30.25'))).toHaveLength(1);
  }, 120_000);

  it('serves every request while all instances are replaced', async () => {
    const before = shell('docker compose ps -q gateway expenses auth');
    let isRolling = true;
    const submitted: string[] = [];
    const load = (async () => {
      for (let n = 0; isRolling; n += 1) {
        submitted.push((await submit(`${100 + n}.75`)).expense.expense_id);
        await wait(200);
      }
    })();
    const [rolling = ''] = commandsAfter('After a change of `.env`, or a new image');
    const replacing = spawn('bash', ['-ec', rolling], { cwd: clone.path, env, stdio: ['ignore', 'ignore', 'pipe'] });
    const [said, [code]] = await Promise.all([text(replacing.stderr), once(replacing, 'exit')]);
    isRolling = false;
    await load;
    if (code !== 0) throw new Error(`${rolling} ended with ${code}\n${said.slice(-4000)}`);
    const after = shell('docker compose ps -q gateway expenses auth');
    expect(before.split('\n').filter((id) => id !== '' && after.includes(id))).toEqual([]);
    const rows = await listed();
    expect(submitted.filter((id) => !rows.some((row) => row.startsWith(id)))).toEqual([]);
  }, 600_000);

  it('is restored from a backup into empty servers, by the commands of the guide', async () => {
    const before = await listed();
    const [backup = '', restore = ''] = commandsAfter('or in the image, `restore` with all parts stopped');
    await mkdir(join(clone.path, 'backups'));
    expect(shell(backup)).toContain('events');
    shell('docker compose down --volumes && docker compose up -d --wait nats eventstore mongo redis minio');
    expect(shell(restore)).toContain('no findings');
    shell('docker compose up -d --wait');
    const body = { email: FIRST_ADMIN.email, password: PASSWORD };
    root = await throughProxy((client) => client.call(loginRoute, { body }));
    expect(await listed()).toEqual(before);
  }, 600_000);
});
