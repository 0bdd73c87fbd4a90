import { join } from 'node:path';
import type { recordAccess, RequestOf } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import type { MessageClient } from '@outlay/messaging';
import { eventually, tempFolder, TestClock } from '@outlay/testing';
import { collectWarnings } from '@outlay/testing/warnings';
import { boss } from '../testing/running-audit.js';
import { CannotVerify } from '../verification/log-check.js';
import { VerificationRunsStore } from './verification-runs.store.js';
import { VerificationRuns } from './verification-runs.js';
import type { VerifyInstallation } from './verify-installation.js';

const forever: VerifyInstallation = (post, stopping) => {
  post({ progress: { step: 'events', percent: 40, events: 7, files: 1, position: '9', checkpoint: null } });
  return new Promise((_, reject) =>
    stopping.addEventListener('abort', () => reject(new Error('The thread has ended'))),
  );
};

describe('verifications', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let clock: TestClock;
  const recorded: RequestOf<typeof recordAccess>[] = [];
  const messages = {
    call: async (_operation: unknown, request: RequestOf<typeof recordAccess>) => recorded.push(request),
  } as unknown as MessageClient;
  beforeEach(async () => {
    folder = await tempFolder('verification-runs');
    documents = await openDocuments({ file: join(folder.path, 'audit.db') });
    clock = new TestClock('2026-06-15T10:00:00.000Z');
    recorded.length = 0;
  });
  afterEach(async () => {
    for (const runs of instances.splice(0)) await runs.onApplicationShutdown();
    await documents.close();
    await folder.remove();
  });
  const instances: VerificationRuns[] = [];
  const instance = (
    verify: VerifyInstallation,
    { sharedStores = false, store = new VerificationRunsStore(documents) } = {},
  ) => {
    const runs = new VerificationRuns(store, verify, messages, clock, sharedStores);
    instances.push(runs);
    return runs;
  };
  const latest = async (runs: VerificationRuns) => (await runs.list())[0];
  const ended = (runs: VerificationRuns) =>
    eventually(async () => {
      const run = await latest(runs);
      return run?.status === 'running' ? null : run;
    });

  it('that were killed are interrupted, and another can start', async () => {
    const killed = instance(forever);
    await killed.start(boss);
    expect(await latest(killed)).toMatchObject({ id: '1', status: 'running', percent: 40, events: 7 });
    const restarted = instance(async () => undefined);
    expect(await latest(restarted)).toMatchObject({ id: '1', status: 'interrupted' });
    expect(await restarted.start(boss)).toMatchObject({ id: '2', status: 'running' });
    expect(await ended(restarted)).toMatchObject({ id: '2', status: 'passed' });
  });

  it('of another instance run until it is silent', async () => {
    const other = instance(forever, { sharedStores: true });
    await other.start(boss);
    const asked = instance(forever, { sharedStores: true });
    expect(await asked.start(boss)).toMatchObject({ id: '1', status: 'running' });
    clock.advance({ minutes: 1 });
    expect(await latest(asked)).toMatchObject({ id: '1', status: 'interrupted' });
  });

  it('end as interrupted when the product stops, without an event', async () => {
    const runs = instance(forever);
    await runs.start(boss);
    await runs.onApplicationShutdown();
    expect(await latest(instance(forever))).toMatchObject({ status: 'interrupted', events: 7 });
    expect(recorded).toEqual([]);
  });

  it('are saved at the end as soon as the store is back', async () => {
    collectWarnings();
    const store = new VerificationRunsStore(documents);
    const save = store.save.bind(store);
    let isAway = true;
    store.save = async (run) => {
      if (isAway && run.view.endedAt !== null) {
        isAway = false;
        throw new Error('The store is away');
      }
      return save(run);
    };
    const runs = instance(async () => undefined, { store });
    await runs.start(boss);
    expect(await ended(runs)).toMatchObject({ status: 'passed' });
    await eventually(async () => (await latest(instance(forever)))?.status === 'passed');
  });

  it('say why they failed, and post a stranger’s error to the log only', async () => {
    const noKey = instance(() => Promise.reject(new CannotVerify('There is no key.')));
    await noKey.start(boss);
    expect(await ended(noKey)).toMatchObject({ status: 'failed', failure: 'There is no key.' });
    const lost = instance(() => Promise.reject(new Error('mongodb://user:secret@host is away')));
    await lost.start(boss);
    const { failure } = (await ended(lost)) ?? {};
    expect(failure).toMatch('could not be read');
    expect(failure).not.toMatch('secret');
  });

  it('keep fifty findings, count all, and keep the latest ten runs', async () => {
    const finding = { id: 'event-lost:leaf 1', kind: 'event-lost', message: 'Lost.', accepted: null };
    const runs = instance(async (post) => {
      for (let n = 0; n < 60; n += 1) post({ finding });
    });
    for (let n = 0; n < 12; n += 1) {
      await runs.start(boss);
      await ended(runs);
    }
    const list = await runs.list();
    expect(list.map(({ id }) => id)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(list[0]).toMatchObject({ status: 'findings', findingCount: 60, byEmail: boss.actor?.email });
    expect(list[0]?.findings).toHaveLength(50);
    expect(recorded).toHaveLength(12);
    expect(recorded[0]).toEqual({ what: 'verification', events: 0, position: null, findings: 60 });
  });
});
