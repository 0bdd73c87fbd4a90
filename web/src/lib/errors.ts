import type { ErrorBody, ErrorCode } from '@outlay/contracts';
import * as texts from '#strings/ui';

/** An error response. `message` is the server's sentence, or empty without one. */
export class ApiError extends Error {
  readonly code: ErrorCode | null;
  readonly details: unknown;

  constructor(
    readonly status: number,
    body: Partial<ErrorBody>,
  ) {
    super(body.message ?? '');
    this.name = 'ApiError';
    this.code = body.code ?? null;
    this.details = body.details;
  }
}

export class NetworkError extends Error {
  constructor(cause?: unknown) {
    super(texts.network, { cause });
    this.name = 'NetworkError';
  }
}

/** A part of the client that cannot be loaded fails like a request. */
export function loaded<Part>(loading: Promise<Part>): Promise<Part> {
  return loading.catch((error: unknown) => Promise.reject(new NetworkError(error)));
}

/** The server's message, else the text of the call (R-11.1 and what follows it). */
export function messageOf(error: unknown, fallback: string): string {
  if (hasCode(error, 'IDEMPOTENCY_KEY_REUSED')) return texts.arrivedEarlier;
  return error instanceof ApiError && error.message ? error.message : fallback;
}

export function hasStatus(error: unknown, ...statuses: number[]): boolean {
  return error instanceof ApiError && statuses.includes(error.status);
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

/** True without an answer: the server may have carried out the request. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof NetworkError || hasStatus(error, 502, 504);
}

/** True if a retry is likely to succeed: no response, or part of the server is down. */
export function isTransient(error: unknown): boolean {
  return error instanceof NetworkError || hasStatus(error, 429, 502, 503, 504);
}
