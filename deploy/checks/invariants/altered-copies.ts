import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  approveExpenseRoute,
  createExpenseRoute,
  listAllReportsRoute,
  payExpensesRoute,
  rejectExpenseRoute,
} from '@outlay/contracts';
import { openBlobs } from '@outlay/blobs';
import { EMBEDDED, Stores } from '@outlay/composition';
import { findingId } from '@outlay/contracts';
import { rebuildReadModel } from '@outlay/expenses';
import { SeededRandom } from '@outlay/seed';
import { eventually } from '@outlay/testing/eventually';
import { auditFindings } from '@outlay/tools/audit/audit';
import { claim, formOf } from '@outlay/testing/claims';
import { messageOf, type CheckContext, type Tally } from './check.js';
import { receiptFile } from './claims.js';
import { addPerson, logIn, withInstallation, withProduct, type Installation } from './installation.js';
import type { Alteration } from './alteration.js';
import { ALTERATIONS } from './tampering.js';

const CLAIMS = 14;
const PAYMENTS = 2;
/** Starting the product takes most of a second, so only some of the alterations are followed by work. */
const WORK_AFTER = 8;
const COULD_NOT_LOOK = 'could-not-look';
const KEPT = 'checkpoint-differs:kept checkpoint';

interface Original {
  readonly dataDir: string;
  /** The file with the checkpoint that somebody kept. */
  readonly kept: string;
}

interface Counts {
  tried: number;
  found: number;
  alone: number;
  worked: number;
  afterWork: number;
  afterReplay: number;
}

type Detects = (findings: readonly string[]) => boolean;

/** Each alteration of a copy is looked for at once, after work went on, and after a replay. */
export async function alterCopies(
  { seed }: CheckContext,
  tally: Tally,
  count: number,
  detects: Detects = (findings) => findings.length > 0,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'outlay-altered-'));
  try {
    const original = await makeOriginal(folder);
    const untouched = await findingsOf(original.dataDir, original.kept);
    if (untouched.length > 0) throw new Error(`Found in what nobody altered: ${untouched.join(', ')}`);
    const counts = new Map<Alteration, Counts>();
    for (let index = 0; index < count; index += 1) {
      const alteration = ALTERATIONS[index % ALTERATIONS.length];
      if (!alteration) break;
      const of = counts.get(alteration) ?? { tried: 0, found: 0, alone: 0, worked: 0, afterWork: 0, afterReplay: 0 };
      counts.set(alteration, of);
      const worksOn = Math.floor(index / ALTERATIONS.length) % WORK_AFTER === 0;
      const random = new SeededRandom(`tampering ${seed} ${index}`);
      tally.add(await tryOne(original, join(folder, 'altered'), alteration, { random, of, detects, worksOn }));
    }
    for (const [{ what }, of] of counts) tally.note(rowOf(what, of));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function tryOne(
  original: Original,
  dataDir: string,
  { what, visible, alter, isHiddenByWork = false }: Alteration,
  { random, of, detects, worksOn }: { random: SeededRandom; of: Counts; detects: Detects; worksOn: boolean },
): Promise<string | null> {
  await rm(dataDir, { recursive: true, force: true });
  await cp(original.dataDir, dataDir, { recursive: true });
  await alter(dataDir, random);
  const findings = await findingsOf(dataDir, original.kept);
  const isFound = detects(findings);
  of.tried += 1;
  of.found += Number(isFound);
  of.alone += Number(detects(findings.filter((id) => !id.startsWith(KEPT))));
  let isFoundLater = true;
  if (worksOn) {
    const worked = `${dataDir}-worked`;
    await cp(dataDir, worked, { recursive: true });
    isFoundLater = await isFoundAfterWork(worked, original.kept, detects);
    await rm(worked, { recursive: true });
    of.worked += 1;
    of.afterWork += Number(isFoundLater);
  }
  const isKept = await isFoundAfterReplay(dataDir, original.kept, detects);
  of.afterReplay += Number(isKept);
  if (visible === 'never' || (isFound && isKept && (isFoundLater || isHiddenByWork))) return null;
  return `Not found ${!isFound ? 'at once' : !isKept ? 'after a replay' : 'after work went on'}: ${what}`;
}

async function findingsOf(dataDir: string, against: string | null, readModels = true): Promise<string[]> {
  try {
    return (await auditFindings({ dataDir }, { against, readModels })).map(findingId);
  } catch (error) {
    return [`${COULD_NOT_LOOK}:${messageOf(error)}`];
  }
}

/** Whether the alteration was found, or was undone by the replay, as it may be in a read model. */
async function isFoundAfterReplay(dataDir: string, kept: string, detects: Detects): Promise<boolean> {
  const refused = detects(await findingsOf(dataDir, null, false));
  if (!refused) {
    const stores = new Stores(dataDir, EMBEDDED);
    try {
      await rebuildReadModel(await stores.documents('expenses'), await stores.events());
    } finally {
      await stores.close();
    }
  }
  const findings = await findingsOf(dataDir, kept);
  return refused ? detects(findings) : findings.length === 0 || detects(findings);
}

/** A product that refuses to start has found it, too. */
async function isFoundAfterWork(dataDir: string, kept: string, detects: Detects): Promise<boolean> {
  try {
    await withProduct(
      dataDir,
      async ({ api }) => {
        const { token } = await logIn(api, 'owner');
        await api.call(createExpenseRoute, { token, body: claim({ amount: '77.00' }) });
      },
      { logsErrors: false },
    );
  } catch {
    return true;
  }
  return detects(await findingsOf(dataDir, kept));
}

async function makeOriginal(folder: string): Promise<Original> {
  const dataDir = join(folder, 'original');
  await withInstallation((installation) => someHistory(installation), { dataDir });
  // The start counts the summaries. Of another checkpoint, there are two files of kept ones, and an earlier partial tile.
  await withProduct(dataDir, async ({ api, product }) => {
    await eventually(async () => product.isReady().readModels);
    const { token } = await logIn(api, 'owner');
    await api.call(createExpenseRoute, { token, body: claim({ amount: '66.00' }) });
    await eventually(async () => (await product.blobs.list('audit/checkpoints/')).length > 1);
  });
  const blobs = await openBlobs({ folder: join(dataDir, 'blobs') });
  const kept = join(folder, 'kept-checkpoint');
  await writeFile(kept, (await blobs.readAll('audit/checkpoint')) ?? '');
  await blobs.close();
  return { dataDir, kept };
}

async function someHistory(installation: Installation): Promise<void> {
  const { api, admin } = installation;
  const { token } = admin;
  const owner = await addPerson(installation, 'partner', 'owner');
  const ids: string[] = [];
  for (let n = 0; n < CLAIMS; n += 1) {
    const fields = claim({ amount: `${20 + n}.50`, no_receipt: 'false', justification: `Dinner ${n}` });
    const body = formOf(fields, receiptFile(`receipt ${n}`));
    ids.push((await api.call(createExpenseRoute, { token: owner.token, body })).expense.id);
  }
  const [rejected = '', , ...approved] = ids;
  await api.call(rejectExpenseRoute, { token, params: { id: rejected }, body: { admin_notes: 'Blurred' } });
  for (const id of approved) await api.call(approveExpenseRoute, { token, params: { id }, body: {} });
  const half = Math.ceil(approved.length / PAYMENTS);
  for (let first = 0; first < approved.length; first += half) {
    const expense_ids = approved.slice(first, first + half);
    const user_name = `${owner.user.first_name} ${owner.user.last_name}`;
    await api.call(payExpensesRoute, { token, body: { expense_ids, user_name } });
  }
  await eventually(async () => {
    const reports = await api.call(listAllReportsRoute, { token });
    return reports.length === PAYMENTS && reports.every(({ status }) => status === 'ready');
  }, 60_000);
}

function rowOf(what: string, { tried, found, alone, worked, afterWork, afterReplay }: Counts): string {
  const replayed = afterReplay === tried ? 'all' : `${afterReplay}`;
  return `| ${what} | ${tried} | ${found} | ${alone} | ${afterWork} of ${worked} | ${replayed} |`;
}
