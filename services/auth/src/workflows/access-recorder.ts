import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { requireActor, type AccessEvent, type AccessEventOf, type MessageContext } from '@outlay/contracts';
import { unrecordedAccess } from '@outlay/telemetry';
import { Limit } from '@outlay/concurrency';
import { Periodic, withDeadline, type Clock } from '@outlay/time';
import { createHmac } from 'node:crypto';
import { CLOCK, JWT_SECRET } from '../ports.js';
import { AccessIndexStore } from '../read-models/access-index.store.js';
import { AccessStream } from '../stream/access-stream.js';

const WINDOW_MS = 60_000;
/** The longest that a caller waits for the trail. */
const DEADLINE_MS = 1000;
const MAX_WAITING = 500;
const MAX_EMAILS = 20;
const UNKNOWN = 'unknown';

interface Repeated {
  readonly subject: string;
  readonly event: AccessEvent;
  readonly context: MessageContext;
  count: number;
  readonly emails: Set<string>;
}

/**
 * Writes who accessed what into the trail. The first of its kind is written at once; further ones of the same minute are
 * counted and written as one, so that a flood of them does not grow the trail. What cannot be written is not refused
 * (docs/decisions/0036).
 */
@Injectable()
export class AccessRecorder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Access');
  private readonly turn = new Limit(1);
  private readonly window = new Periodic(
    () => this.flush(),
    WINDOW_MS,
    () => undefined,
  );
  /** The day of the latest, by account and kind. A client that waits for events would cause others. */
  private readonly daily = new Map<string, string>();
  private repeated = new Map<string, Repeated>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly stream: AccessStream,
    private readonly index: AccessIndexStore,
    @Inject(JWT_SECRET) private readonly secret: string,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.window.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.window.stop();
    await this.flush();
  }

  signedIn(context: MessageContext): Promise<void> {
    return this.record(requireActor(context).id, { type: 'SignedIn', data: { count: 1 } }, context);
  }

  /** Returns before it is written, so that the time of the reply does not tell who has an account. */
  signInFailed(userId: string | null, email: string, context: MessageContext): void {
    const emails = userId === null ? [this.keyedHash(email)] : [];
    void this.record(userId ?? UNKNOWN, { type: 'SignInFailed', data: { count: 1, emails } }, context);
  }

  trailExported(context: MessageContext): Promise<void> {
    return this.onceADay({ type: 'TrailExported', data: {} }, context);
  }

  expensesExported(context: MessageContext): Promise<void> {
    return this.record(requireActor(context).id, { type: 'ExpensesExported', data: { count: 1 } }, context);
  }

  tokenUsed(context: MessageContext): Promise<void> {
    return this.onceADay({ type: 'TokenUsed', data: {} }, context);
  }

  trailVerified(data: AccessEventOf<'TrailVerified'>['data'], context: MessageContext): Promise<void> {
    return this.writeInTime(requireActor(context).id, { type: 'TrailVerified', data }, context);
  }

  /** Never rejects. */
  async record(subject: string, event: AccessEvent, context: MessageContext): Promise<void> {
    const file = 'file' in event.data ? event.data.file : null;
    const key = JSON.stringify([subject, event.type, file]);
    const earlier = this.repeated.get(key);
    if (earlier) {
      earlier.count += 1;
      if ('emails' in event.data && earlier.emails.size < MAX_EMAILS)
        event.data.emails.forEach((email) => earlier.emails.add(email));
      return;
    }
    this.repeated.set(key, { subject, event, context, count: 0, emails: new Set() });
    await this.writeInTime(subject, event, context);
  }

  /** Records the repetitions that were counted. */
  async flush(): Promise<void> {
    const repeated = [...this.repeated.values()].filter(({ count }) => count > 0);
    this.repeated = new Map();
    for (const { subject, event, context, count, emails } of repeated) {
      const data = { ...event.data, count, ...(event.type === 'SignInFailed' && { emails: [...emails] }) };
      void this.write(subject, { ...event, data } as AccessEvent, context);
    }
    await Promise.all(this.writing);
  }

  private async onceADay(event: AccessEvent, context: MessageContext): Promise<void> {
    const { id } = requireActor(context);
    const key = `${event.type} ${id}`;
    const day = this.clock.now().toISOString().slice(0, 10);
    if (this.daily.get(key) === day) return;
    this.daily.set(key, day);
    await this.writeInTime(id, event, context);
  }

  private async writeInTime(subject: string, event: AccessEvent, context: MessageContext): Promise<void> {
    const written = this.write(subject, event, context);
    await withDeadline(written, DEADLINE_MS, 'The trail').catch(() => undefined);
  }

  private write(subject: string, event: AccessEvent, context: MessageContext): Promise<void> {
    const written = this.append(subject, event, context)
      .catch((error: unknown) => {
        unrecordedAccess.inc();
        this.logger.error(`${event.type} of ${subject} is not in the trail: ${String(error)}`);
      })
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
    return written;
  }

  private async append(subject: string, event: AccessEvent, context: MessageContext): Promise<void> {
    if (this.turn.waiting >= MAX_WAITING) throw new Error(`${MAX_WAITING} others wait to be written`);
    return this.turn.run(async () => {
      const part = await this.stream.append(subject, event, context);
      if (part) await this.index.add(part);
    });
  }

  private keyedHash(email: string): string {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['access-email', email]))
      .digest('base64url');
  }
}
