import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  KEPT_FINDINGS,
  recordAccess,
  requireActor,
  type MessageContext,
  type VerificationView,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { unrecordedAccess } from '@outlay/telemetry';
import { Periodic, type Clock } from '@outlay/time';
import { setTimeout } from 'node:timers/promises';
import { CannotVerify } from '../verification/log-check.js';
import { VerificationRunsStore, type StoredRun } from './verification-runs.store.js';
import type { VerificationMessage, VerifyInstallation } from './verify-installation.js';
import { CLOCK, SHARED_STORES, VERIFY } from '../ports.js';

const KEPT = 10;
const SAVE_MS = 1_000;
/** A run counts as interrupted if its instance has not saved for so long. */
const SILENT_MS = 30_000;
const FAILED = 'The stores could not be read to the end. The log of the server says why.';

/** Verifications that people start, one at a time; the latest are kept. */
@Injectable()
export class VerificationRuns implements OnApplicationShutdown {
  private readonly logger = new Logger('Verification');
  private readonly stopping = new AbortController();
  /** The run of this instance. */
  private view: VerificationView | null = null;
  private running: Promise<void> = Promise.resolve();
  private starting: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: VerificationRunsStore,
    @Inject(VERIFY) private readonly verify: VerifyInstallation,
    @Inject(MessageClient) private readonly messages: Pick<MessageClient, 'call'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SHARED_STORES) private readonly sharedStores: boolean,
  ) {}

  /** Starts a run, or replies with the one that is under way. */
  async start(context: MessageContext): Promise<VerificationView> {
    const started = this.starting.then(() => this.startAlone(context));
    this.starting = started.catch(() => undefined);
    return started;
  }

  /** The runs, newest first. */
  async list(): Promise<VerificationView[]> {
    return (await this.store.list()).slice(0, KEPT).map((run) => this.asItIs(run));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    await this.running;
  }

  private async startAlone(context: MessageContext): Promise<VerificationView> {
    const runs = await this.store.list();
    const [latest] = runs.map((run) => this.asItIs(run));
    if (latest?.status === 'running') return latest;
    const view = this.newRun(Number(latest?.id ?? 0) + 1, requireActor(context).email);
    if (!(await this.store.create(this.stored(view)))) return this.startAlone(context);
    for (const old of runs.slice(KEPT - 1)) await this.store.delete(old.view.id);
    this.view = view;
    this.running = this.run(context);
    return view;
  }

  private asItIs({ view, updatedAt }: StoredRun): VerificationView {
    if (view.status !== 'running') return view;
    if (view.id === this.view?.id) return this.view;
    const silentMs = this.clock.now().getTime() - Date.parse(updatedAt);
    return this.sharedStores && silentMs < SILENT_MS ? view : { ...view, status: 'interrupted', endedAt: updatedAt };
  }

  private async run(context: MessageContext): Promise<void> {
    const saving = new Periodic(
      () => this.save(this.view),
      SAVE_MS,
      (error) => this.warnUnsaved(error),
    );
    saving.start();
    const outcome = await this.outcome();
    await saving.stop();
    await this.recordInTrail(outcome, context);
    this.change({ ...outcome, endedAt: this.clock.now().toISOString() });
    await this.saveEnded(this.view);
  }

  /** The store may be briefly unavailable; until the run is saved, this instance answers from memory. */
  private async saveEnded(view: VerificationView | null): Promise<void> {
    for (;;) {
      try {
        return await this.save(view);
      } catch (error) {
        this.warnUnsaved(error);
        if (this.stopping.signal.aborted) return;
        await setTimeout(SAVE_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  private async outcome(): Promise<Pick<VerificationView, 'status' | 'failure'> & { percent?: number }> {
    try {
      await this.verify((message) => this.receive(message), this.stopping.signal);
      return { status: this.view?.findingCount ? 'findings' : 'passed', percent: 100, failure: null };
    } catch (error) {
      if (this.stopping.signal.aborted) return { status: 'interrupted', failure: null };
      this.logger.error(`A verification failed: ${String(error)}`);
      return { status: 'failed', failure: error instanceof CannotVerify ? error.message : FAILED };
    }
  }

  private receive(message: VerificationMessage): void {
    if (!this.view) return;
    if ('progress' in message) return this.change(message.progress);
    const { findings, findingCount } = this.view;
    this.change({
      findings: findings.length < KEPT_FINDINGS ? [...findings, message.finding] : findings,
      findingCount: findingCount + 1,
    });
  }

  private change(changes: Partial<VerificationView>): void {
    if (this.view) this.view = { ...this.view, ...changes };
  }

  private async save(view: VerificationView | null): Promise<void> {
    if (view) await this.store.save(this.stored(view));
  }

  private warnUnsaved(error: unknown): void {
    this.logger.warn(`The progress of a verification could not be saved: ${String(error)}`);
  }

  /** A run is reported even if the trail cannot record it, like other access: docs/decisions/0036. */
  private async recordInTrail({ status }: Pick<VerificationView, 'status'>, context: MessageContext): Promise<void> {
    if (!this.view || (status !== 'passed' && status !== 'findings')) return;
    const { events, position, findingCount } = this.view;
    const access = { what: 'verification', events, position, findings: findingCount } as const;
    await this.messages.call(recordAccess, access, context).catch((error: unknown) => {
      unrecordedAccess.inc();
      this.logger.error(`A verification of ${context.actor?.id} is not in the trail: ${String(error)}`);
    });
  }

  private stored(view: VerificationView): StoredRun {
    return { view, updatedAt: this.clock.now().toISOString() };
  }

  private newRun(number: number, byEmail: string): VerificationView {
    return {
      id: String(number),
      byEmail,
      startedAt: this.clock.now().toISOString(),
      endedAt: null,
      status: 'running',
      step: 'log',
      percent: 0,
      events: 0,
      files: 0,
      position: null,
      checkpoint: null,
      findings: [],
      findingCount: 0,
      failure: null,
    };
  }
}
