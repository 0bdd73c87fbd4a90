import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import { RECEIPT_MAX_BYTES } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { largestFile, type Reservation, type UploadAdmission } from './multipart-form.js';

/** Bytes; twelve of the largest receipts. */
const UPLOAD_MEMORY = 12 * RECEIPT_MAX_BYTES;
/** A request has two minutes, so a file that arrives more slowly than this would not be whole in time. */
const SLOWEST_MS = 120_000;
/** The longest pause of a connection that waits for memory. */
const MAX_PAUSE_MS = 10_000;

interface Held {
  readonly senderId: string;
  readonly bytes: number;
  readonly since: number;
  arrived: number;
  readonly drop: () => void;
}

/** Bounds the files that are in this process at once. Nobody has more than a quarter, and slow ones make room. */
@Injectable()
export class UploadMemory {
  private readonly held = new Set<Held>();
  private readonly total: number;
  private readonly share: number;

  constructor(@Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts) {
    this.total = ports.uploadMemory ?? UPLOAD_MEMORY;
    this.share = Math.max(RECEIPT_MAX_BYTES, this.total / 4);
  }

  /** Admits one file of the request. Its memory is free once the response has been sent or the client has gone. */
  admit(request: FastifyRequest, reply: FastifyReply): UploadAdmission {
    const gone = new AbortController();
    const id = request.actor?.id ?? '';
    let mine: Held | null = null;
    reply.raw.once('close', () => {
      if (mine) this.held.delete(mine);
      if (!reply.raw.writableFinished) gone.abort(new OutlayError('SERVICE_UNAVAILABLE', 'The sender is gone.'));
    });
    const reserve = (drop: (reason: Error) => void): Reservation => {
      const one = this.hold(id, largestFile(request), drop);
      mine = one;
      return {
        arrived: (bytes) => (one.arrived += bytes),
        complete: () => (one.arrived = Infinity),
      };
    };
    return { sender: { id, gone: gone.signal }, reserve };
  }

  private hold(senderId: string, bytes: number, drop: (reason: Error) => void): Held {
    const own = [...this.held].filter((each) => each.senderId === senderId);
    if (sumOf(own) + bytes > this.share) throw busy();
    for (const slow of this.slowest()) {
      if (sumOf(this.held) + bytes <= this.total) break;
      this.held.delete(slow);
      slow.drop();
    }
    if (sumOf(this.held) + bytes > this.total) throw busy();
    const one: Held = { senderId, bytes, since: this.now(), arrived: 0, drop: () => drop(tooSlow()) };
    this.held.add(one);
    return one;
  }

  private slowest(): Held[] {
    const now = this.now();
    const behind = ({ since, arrived, bytes }: Held) => now - since - MAX_PAUSE_MS - (arrived / bytes) * SLOWEST_MS;
    return [...this.held].filter((each) => behind(each) > 0).sort((a, b) => behind(b) - behind(a));
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }
}

function sumOf(held: Iterable<Held>): number {
  return [...held].reduce((sum, { bytes }) => sum + bytes, 0);
}

function busy(): OutlayError {
  return new OutlayError(
    'SERVICE_UNAVAILABLE',
    'Too many receipts are being sent at the moment, so nothing was saved. Please try again in a moment.',
  );
}

function tooSlow(): OutlayError {
  return new OutlayError(
    'SERVICE_UNAVAILABLE',
    'The receipt arrived too slowly while others were waiting, so nothing was saved. Please try again in a moment.',
  );
}

@Injectable()
export class UploadMemoryInterceptor implements NestInterceptor {
  constructor(private readonly memory: UploadMemory) {}

  intercept(execution: ExecutionContext, next: CallHandler) {
    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (request.isMultipart()) request.uploadAdmission = this.memory.admit(request, http.getResponse<FastifyReply>());
    return next.handle();
  }
}
