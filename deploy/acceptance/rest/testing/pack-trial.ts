import { SeededRandom } from '@outlay/seed';
import { eventually } from '@outlay/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { altered, zipOf } from './altered-packs.js';
import type { Company } from './company.js';
import { askForPack, filesOf, unpack } from './proof-packs.js';
import { randomHistory, type RandomHistory } from './random-history.js';

export const PACK_SEED = process.env.PACK_SEED ?? 'packs';

/**
 * Writes random packs as `0.zip`, `1.zip` and so on, with a verifier beside them: each pack first unaltered, then altered in
 * one place.
 * @returns the alteration of each file; null for an unaltered one
 */
export async function writePacks(
  company: Company,
  folder: string,
  { packs, claims }: { packs: number; claims: number },
): Promise<(string | null)[]> {
  const random = new SeededRandom(PACK_SEED);
  const history = await randomHistory(company, random, claims);
  const last = history.payments.at(-1) ?? '';
  await eventually(async () => (await askForPack(company, { payment: last })).status === 200);
  const done: (string | null)[] = [];
  for (let n = 0; n < packs; n += 1) {
    const { status, bytes } = await askForPack(company, selection(random, history));
    if (status !== 200) throw new Error(`${status}: ${bytes.toString()}`);
    const files = await filesOf(bytes);
    if (n === 0) await unpack(files, folder);
    const changed = await altered(files, random);
    await writeFile(join(folder, `${2 * n}.zip`), bytes);
    await writeFile(join(folder, `${2 * n + 1}.zip`), await zipOf(changed.files));
    done.push(null, changed.kind);
  }
  return done;
}

function selection(random: SeededRandom, { expenses, payments, people, day }: RandomHistory): Record<string, string> {
  const kind = random.pick(['payment', 'payment', 'payment', 'expense', 'expense', 'person', 'period']);
  const pick = (ids: string[]) => random.pick(ids as [string, ...string[]]);
  if (kind === 'payment') return { payment: pick(payments) };
  if (kind === 'expense') return { expense: pick(expenses) };
  return kind === 'person' ? { person: pick(people) } : { from: day, to: day };
}

/** The packs that the verifier judges wrongly: the alteration of each, and what the verifier says. */
export function misjudged(done: readonly (string | null)[], texts: readonly string[]): [string | null, string?][] {
  return done.flatMap((kind, n): [string | null, string?][] =>
    texts[n]?.startsWith(kind === null ? 'PASS: ' : 'FAIL: ') ? [] : [[kind, texts[n]]],
  );
}
