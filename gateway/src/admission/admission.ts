import { OutlayError, type MessageContext, type Operation } from '@outlay/contracts';
import { serviceOf, type Around } from '@outlay/messaging';
import { shedMessages } from '@outlay/telemetry';
import { FairQueue } from './fair-queue.js';

/** The limit for each service: more at once would make every answer later, and none of them more. */
const PLACES = 64;
const PLACES_OF_PERSON = 16;
/** A request waits here as long as for its answer, so that what one person asks at once, such as all receipts of a list, is not refused. */
const PATIENCE_MS = 5000;

/**
 * Bounds what a gateway asks of each service at once. A request that gets no place in time is refused before any work
 * is done for it, instead of waiting with all others until every caller has given up. A request that is repeated under
 * its Idempotency-Key while it is carried out gets the same answer.
 */
export class Admission {
  private readonly queues = new Map<string, FairQueue>();
  /** Requests with a key that are being carried out. */
  private readonly keyed = new Map<string, Promise<unknown>>();

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  readonly around: Around = async (operation, request, context, send) => {
    const admitted = () => this.inPlace(operation, context, send);
    if (context.idempotencyKey === undefined) return admitted();
    const key = JSON.stringify([operation.subject, context.actor?.id, context.idempotencyKey, request]);
    const same = this.keyed.get(key) as ReturnType<typeof send> | undefined;
    if (same) return same;
    const answer = admitted().finally(() => this.keyed.delete(key));
    this.keyed.set(key, answer);
    return answer;
  };

  private async inPlace<Reply>(
    { subject, work }: Operation,
    { actor, correlationId }: MessageContext,
    send: () => Promise<Reply>,
  ): Promise<Reply> {
    const service = serviceOf(subject);
    const patience: { signal?: AbortSignal } = {};
    const gone = () => (patience.signal = AbortSignal.timeout(this.patienceMs));
    try {
      // A request without an account counts as a person of its own.
      return await this.queueOf(service, work === 'grows').run(actor?.id ?? correlationId, gone, send);
    } catch (error) {
      if (!patience.signal?.aborted || error !== patience.signal.reason) throw error;
      shedMessages.inc({ service });
      throw new OutlayError('SERVICE_UNAVAILABLE', `The ${service} service is busy. Please try again in a moment.`);
    }
  }

  /** Operations whose cost grows with the data have places of their own, so that short ones do not wait for them. */
  private queueOf(service: string, grows: boolean): FairQueue {
    const key = grows ? `${service}, what grows` : service;
    const known = this.queues.get(key);
    if (known) return known;
    // The first refusal is an increase only from a zero that was there before.
    shedMessages.inc({ service }, 0);
    const made = new FairQueue(PLACES, PLACES_OF_PERSON);
    this.queues.set(key, made);
    return made;
  }
}
