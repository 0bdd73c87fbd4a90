/** All error codes with their HTTP status. */
export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  INVALID_INVITE: 400,
  INVALID_RESET_CODE: 400,
  INVALID_CURRENT_PASSWORD: 400,
  LAST_SUPER_ADMIN: 400,
  SEARCH_TOO_BROAD: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  OWN_EXPENSE: 403,
  NOT_FOUND: 404,
  RATE_NOT_AVAILABLE: 404,
  CONFLICT: 409,
  ALREADY_PAID: 409,
  VERSION_CONFLICT: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  POSSIBLE_DUPLICATE: 409,
  QUESTION_OPEN: 409,
  EMAIL_TAKEN: 409,
  REPORT_NOT_READY: 409,
  RECEIPT_DAMAGED: 409,
  REPORT_DAMAGED: 409,
  TRAIL_BROKEN: 409,
  FILE_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  SERVICE_UNAVAILABLE: 503,
  SNAPSHOT_NOT_READY: 503,
  OUTCOME_UNKNOWN: 504,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorBody {
  readonly message: string;
  readonly code: ErrorCode;
  readonly details?: unknown;
}

export class OutlayError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: unknown,
  ) {
    super(message);
    this.name = 'OutlayError';
  }

  toBody(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.details === undefined ? {} : { details: this.details }) };
  }
}

export function isErrorBody(value: unknown): value is ErrorBody {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message } = value as Partial<ErrorBody>;
  return typeof code === 'string' && code in ERROR_STATUS && typeof message === 'string';
}
