/**
 * Records the data folder that the product of this version leaves, and what it answers, for the test of the versions
 * after it: `npm run checks -- record-release`, once for each release.
 */
import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMain } from '@outlay/composition';
import {
  amendExpenseRoute,
  answerQuestionRoute,
  askAboutExpenseRoute,
  checkpointRoute,
  createAuditTokenRoute,
  createResetCodeRoute,
  deleteDraftRoute,
  getRunRoute,
  listAllReportsRoute,
  revertExpenseRoute,
  startRunRoute,
  updateUserRoute,
  type ExpenseJson,
} from '@outlay/contracts';
import { freePort, printedInvite, startProduct } from '@outlay/harness';
import { signUp } from '@outlay/harness/testing/people';
import { RestClient } from '@outlay/seed';
import { eventually } from '@outlay/testing/eventually';
import { tempFolder } from '@outlay/testing/temp-folder';
import { createRestDriver } from '../flows/testing/rest-driver.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const LISTS = [
  '/api/admin/expenses-with-users',
  '/api/admin/users',
  '/api/admin/reports',
  '/api/admin/invites',
  '/api/admin/payment-runs',
];

async function main(): Promise<void> {
  const folder = await tempFolder('outlay-release');
  const dataDir = join(folder.path, 'data');
  const product = await startProduct({ dataDir, port: await freePort() });
  try {
    const api = new RestClient(product.origin);
    const invite = await printedInvite(product);
    const ada = await signUp(api, invite, { email: 'ada@example.org', first: 'Ada', last: 'Admin' });
    const { token } = ada;
    const claims = await makeHistory(api, ada);
    const paths = [
      ...LISTS,
      ...claims.flatMap(({ id }) => [`/api/admin/expenses/${id}/audit`, `/api/expenses/${id}/why`]),
    ];
    const answers: Record<string, unknown> = {};
    for (const path of paths) {
      const response = await fetch(product.origin + path, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`${path} returned ${response.status}`);
      answers[path] = await response.json();
    }
    const checkpoint = await (await api.send(checkpointRoute, { token })).text();
    await product.stop();
    const file = (name: string) => join(import.meta.dirname, `${version}.${name}`);
    await writeFile(file('json'), `${JSON.stringify({ checkpoint, answers })}\n`);
    const { status } = spawnSync('tar', ['-czf', file('tgz'), '-C', dataDir, '.'], { stdio: 'inherit' });
    if (status !== 0) throw new Error('tar failed');
    console.log(`${file('tgz')}: ${claims.length} claims`);
  } finally {
    await product.stop();
    await folder.remove();
  }
}

/** Each kind of event that somebody causes by a call is there at least once. */
async function makeHistory(api: RestClient, admin: Parameters<typeof createRestDriver>[1]): Promise<ExpenseJson[]> {
  const { token } = admin;
  const driver = createRestDriver(api, admin);
  const [pia, mia] = [await driver.addPerson('partner', 'Pia'), await driver.addPerson('team_member', 'Mia')];
  const submit = (number: number, over: Readonly<Record<string, string | null>> = {}) =>
    driver.submit(number % 2 === 0 ? pia : mia, { justification: `Claim ${number}`, amount: `${number}0.50`, ...over });
  const params = ({ expense_id }: ExpenseJson) => ({ id: expense_id });

  const submitted = await submit(1);
  const overridden = await submit(2, {
    currency: 'GBP',
    override_exchange_rate: '1.1886',
    override_reason: 'Statement',
  });
  await driver.approve(overridden);
  const rejected = await driver.reject(await submit(3), 'The receipt is of another day');
  const reverted = await driver.approve(await submit(4));
  await api.call(revertExpenseRoute, { token, params: params(reverted), body: { admin_notes: 'Too early' } });
  const amended = await submit(5);
  const { revision } = amended;
  await api.call(amendExpenseRoute, {
    token,
    params: params(amended),
    body: { revision, metadata: { vat_amount: '4.20' } },
  });
  const asked = await submit(6);
  await api.call(askAboutExpenseRoute, { token, params: params(asked), body: { question: 'Who was there?' } });
  const answered = await submit(8);
  await api.call(askAboutExpenseRoute, { token, params: params(answered), body: { question: 'Why so late?' } });
  const answer = { token: pia.token, params: params(answered), body: { answer: 'The train was.' } };
  await api.call(answerQuestionRoute, answer);
  const duplicate = await submit(10, { justification: 'The same again', amount: '60.50' });
  const draft = await driver.saveDraft(mia, { justification: 'Not ready' });
  const dropped = await driver.saveDraft(mia, { justification: 'Not wanted' });
  await api.call(deleteDraftRoute, { token: mia.token, params: params(dropped) });
  const paid = [await driver.approve(await submit(12)), await driver.approve(await submit(14))];
  await driver.pay(pia, paid);

  const run = [await driver.approve(await submit(16)), await driver.approve(await submit(17))];
  const expenses = run.map(({ id, revision }) => ({ id, revision }));
  const { id: runId } = await api.call(startRunRoute, { token, body: { expenses } });
  await eventually(async () => {
    const { counts } = await api.call(getRunRoute, { token, params: { id: runId } });
    const reports = await api.call(listAllReportsRoute, { token });
    return counts.open === 0 && reports.every(({ status }) => status === 'ready');
  });

  const eve = await driver.addPerson('auditor', 'Eve');
  await api.call(createAuditTokenRoute, { token, body: { name: 'Ledger' } });
  await api.call(createResetCodeRoute, { token, params: { id: mia.user.id } });
  await api.call(updateUserRoute, { token, params: { id: eve.user.id }, body: { status: 'inactive' } });
  return [submitted, overridden, rejected, reverted, amended, asked, answered, duplicate, draft, ...paid, ...run];
}

runMain(main);
