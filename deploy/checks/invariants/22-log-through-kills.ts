import { EXPENSE_PREFIX } from '@outlay/contracts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eventHash, type Position } from '@outlay/event-store';
import { SeededRandom } from '@outlay/seed';
import {
  consistencyProof,
  isConsistent,
  openCheckpoint,
  tileHashes,
  tilePath,
  TreeHead,
  type Checkpoint,
} from '@outlay/transparency-log';
import { messageOf, Tally, type Check, type CheckContext } from './check.js';
import { killsAt } from './crashing-product.js';
import { LOG_SIGNER, openSmallLog, type SmallLog } from '../small-log.js';

const KILLS = 200;
const LONGEST_RUN_MS = 300;
/** Earlier checkpoints whose proofs are verified after each kill; after the last one, all are. */
const SAMPLE = 20;
const FAILPOINTS = ['tiles-stored', 'checkpoint-kept', 'checkpoint-published'] as const;
const BATCH = 1000;

export const logThroughKills: Check = {
  number: 22,
  name: 'the log goes on after a crash, and every checkpoint is the beginning of the latest one',
  fullScale: KILLS,
  run: async (context, scale) => {
    const kills = killsAt(KILLS, scale);
    const tally = new Tally(context, kills);
    const folder = await mkdtemp(join(tmpdir(), 'outlay-log-'));
    try {
      const watcher = new LogWatcher(folder, new SeededRandom(`log checks ${context.seed}`));
      await killBuilders(context, folder, kills, async (isLast) =>
        tally.add(await watcher.problem(isLast).catch(messageOf)),
      );
      if (kills > 0) tally.note(watcher.summary());
    } finally {
      await rm(folder, { recursive: true });
    }
    return tally.outcome();
  },
};

/** Half of the kills are at named points, the others at any moment. */
async function killBuilders(
  { seed }: CheckContext,
  folder: string,
  kills: number,
  check: (isLast: boolean) => Promise<void>,
): Promise<void> {
  const random = new SeededRandom(`log kills ${seed}`);
  const script = join(import.meta.dirname, 'log-process.js');
  for (let kill = 1; kill <= kills; kill += 1) {
    const failpoint = kill % 2 === 0 ? FAILPOINTS[(kill / 2) % FAILPOINTS.length] : undefined;
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', script, folder, `${seed} ${kill}`],
      {
        env: { ...process.env, FAILPOINT: failpoint },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exited = once(child, 'exit');
    const continued = once(child.stdout, 'data');
    if (failpoint === undefined) {
      await Promise.race([continued, exited]);
      await setTimeout(random.int(0, LONGEST_RUN_MS));
      child.kill('SIGKILL');
    }
    const [, signal] = (await exited) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error(`The process that builds the log ended by itself after kill ${kill - 1}`);
    await check(kill === kills);
  }
}

/** Continues the log after each kill, and compares it with a tree of its own. */
class LogWatcher {
  private readonly tree = TreeHead.empty();
  private position: Position | null = null;
  private known: Checkpoint[] = [];

  constructor(
    private readonly folder: string,
    private readonly random: SeededRandom,
  ) {}

  summary(): string {
    return `${this.known.length} checkpoints of a log of ${this.tree.size} events.`;
  }

  async problem(all: boolean): Promise<string | null> {
    const log = await openSmallLog(this.folder);
    try {
      const published = await latestOf(log);
      await log.builder.catchUp();
      const kept: Checkpoint[] = [];
      for await (const note of log.files.kept.all()) kept.push(openCheckpoint(note, LOG_SIGNER.verifier));
      return (
        this.lostProblem(kept, published) ?? (await this.rootProblem(log, kept)) ?? (await this.proofProblem(log, all))
      );
    } finally {
      await log.close();
    }
  }

  private lostProblem(kept: readonly Checkpoint[], published: Checkpoint | null): string | null {
    const isKept = (checkpoint: Checkpoint) =>
      kept.some(({ size, root }) => size === checkpoint.size && root.equals(checkpoint.root));
    const lost = [...this.known, ...(published ? [published] : [])].find((checkpoint) => !isKept(checkpoint));
    return lost ? `The checkpoint of ${lost.size} events was not kept` : null;
  }

  /** Every new checkpoint commits to the events of the store, and the last one to all of them. */
  private async rootProblem({ events }: SmallLog, kept: Checkpoint[]): Promise<string | null> {
    const before = this.known.length;
    this.known = kept;
    const fresh = kept.slice(before);
    for (;;) {
      const batch = await events.readAll({ prefixes: [EXPENSE_PREFIX], after: this.position, limit: BATCH });
      for (const event of batch) {
        this.tree.append(Buffer.from(eventHash(event), 'hex'));
        this.position = event.position;
        for (const { size, root } of fresh)
          if (size === this.tree.size && !root.equals(this.tree.root()))
            return `The root of ${size} events is another one`;
      }
      this.tree.takeFull();
      if (batch.length < BATCH) break;
    }
    const size = kept.at(-1)?.size ?? 0;
    return size === this.tree.size ? null : `The log has ${size} events, and the store ${this.tree.size}`;
  }

  private async proofProblem(log: SmallLog, all: boolean): Promise<string | null> {
    const latest = await latestOf(log);
    if (!latest) return null;
    const hashAt = tileHashes(latest.size, (tile) => log.files.read(tilePath(tile)));
    const sample = all ? this.known : this.random.shuffle(this.known).slice(0, SAMPLE);
    for (const older of sample) {
      const proof = await consistencyProof(older.size, latest.size, hashAt);
      if (!isConsistent(older, latest, proof)) return `${older.size} events are not the beginning of ${latest.size}`;
    }
    return null;
  }
}

async function latestOf({ files }: SmallLog): Promise<Checkpoint | null> {
  const note = await files.checkpoint();
  return note === null ? null : openCheckpoint(note, LOG_SIGNER.verifier);
}
