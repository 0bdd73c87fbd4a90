import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import { RECEIPT_MAX_BYTES } from '@outlay/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { bodyLength } from './multipart-form.js';

/** Bytes; twelve of the largest receipts. */
const UPLOAD_MEMORY = 12 * RECEIPT_MAX_BYTES;

/** Bounds the receipts that are in this process at once. */
@Injectable()
export class UploadMemory {
  private free: number;

  constructor(@Inject(GATEWAY_PORTS) { uploadMemory = UPLOAD_MEMORY }: GatewayPorts) {
    this.free = uploadMemory;
  }

  /** Held until the response has been sent or the client is gone. @throws SERVICE_UNAVAILABLE above the bound */
  reserve(request: FastifyRequest, reply: FastifyReply): void {
    // A body without a length may be of any size, of which at most a receipt is kept.
    const bytes = Math.min(bodyLength(request) || RECEIPT_MAX_BYTES, RECEIPT_MAX_BYTES);
    if (bytes > this.free) {
      request.raw.resume(); // Discards the body, otherwise the connection cannot carry another request.
      throw new OutlayError(
        'SERVICE_UNAVAILABLE',
        'Too many receipts are being sent at the moment, so nothing was saved. Please try again in a moment.',
      );
    }
    this.free -= bytes;
    reply.raw.once('close', () => {
      this.free += bytes;
    });
  }
}

@Injectable()
export class UploadMemoryInterceptor implements NestInterceptor {
  constructor(private readonly memory: UploadMemory) {}

  intercept(execution: ExecutionContext, next: CallHandler) {
    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (request.isMultipart()) this.memory.reserve(request, http.getResponse<FastifyReply>());
    return next.handle();
  }
}
