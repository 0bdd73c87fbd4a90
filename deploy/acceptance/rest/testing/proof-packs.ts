import { eventually, readZip } from '@outlay/testing';
import { amendExpenseRoute, deleteDraftRoute, type ExpenseJson } from '@outlay/contracts';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ApiResponse } from './api.js';
import type { Company } from './company.js';

export const PACK_PATH = '/api/audit/proof-pack';
export type PackFiles = ReadonlyMap<string, Buffer>;

export async function filesOf(zip: Buffer): Promise<PackFiles> {
  return new Map((await readZip(zip)).map(({ name, bytes }) => [name, bytes]));
}

export async function unpack(files: PackFiles, folder: string): Promise<string> {
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return folder;
}

/** The output and exit code of `node verify.mjs`, in a process without anything of the product. */
export async function runVerifier(verifier: string, ...args: string[]): Promise<{ text: string; code: number }> {
  const run = promisify(execFile)(process.execPath, [verifier, ...args], { cwd: dirname(verifier), env: {} });
  const { stdout, code = 0 } = (await run.catch((error: { stdout: string; code: number }) => error)) as {
    stdout: string;
    code?: number;
  };
  return { text: stdout.trim(), code };
}

export function askForPack(company: Company, query: Record<string, string>): Promise<ApiResponse> {
  return company.api.send('GET', PACK_PATH, { as: company.root, query });
}

/** The pack of a selection, once the log contains all of its events. */
export async function packOf(company: Company, query: Record<string, string>, stream: string, revision: number) {
  await eventually(async () => {
    const { status } = await company.api.send('GET', '/api/audit/proof/inclusion', {
      as: company.root,
      query: { stream, revision: String(revision) },
    });
    return status === 200;
  });
  // The report comes into the log after its payment.
  if ('payment' in query) await eventually(async () => (await askForPack(company, query)).status === 200);
  const { status, bytes } = await askForPack(company, query);
  if (status !== 200) throw new Error(`${status}: ${bytes.toString()}`);
  return bytes;
}

export interface History {
  readonly payment: string;
  readonly reportName: string;
  readonly expenses: readonly ExpenseJson[];
  readonly deletedDraft: string;
}

/** A payment of claims that were converted, overridden, amended, rejected, sent again and withdrawn, and a deleted draft. */
export async function makeHistory(company: Company): Promise<History> {
  const foreign = await company.expense('approved', company.mia, { currency: 'XOF', amount: '98765.43' });
  const amended = await company.expense('approved', company.mia, { currency: 'USD', amount: '19.99' });
  await company.api.call(amendExpenseRoute, {
    as: company.root,
    params: { id: amended.id },
    json: { reimbursement: { amount: 17.05, reason: 'Without "the" tip' }, metadata: { category: 'IT' } },
  });
  const plain = await company.expense('approved', company.mia, { justification: '=1+1, "quoted"\nand lined' });
  const draft = await company.expense('draft', company.mia);
  await company.api.call(deleteDraftRoute, { as: company.mia, params: { id: draft.id } });
  const report = await company.reportOf(foreign, amended, plain);
  return {
    payment: report.payment_id,
    reportName: report.filename,
    expenses: [foreign, amended, plain],
    deletedDraft: draft.id,
  };
}
