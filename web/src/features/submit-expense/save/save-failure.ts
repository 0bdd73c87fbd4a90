import * as errors from '#strings/ui';
import * as texts from '#strings/save-outcome';
import { ApiError, NetworkError } from '#lib/errors';

/** The error message of a failed save; `action` is its name, such as "submitting". */
export function saveFailure(error: unknown, action: string): string {
  if (error instanceof NetworkError) return errors.network;
  if (!(error instanceof ApiError)) return texts.failed(action);
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return errors.arrivedEarlier;
  switch (error.status) {
    case 401:
      return texts.unauthorised;
    case 400:
      return texts.invalid(error.message);
    case 500:
      return texts.serverFailed(error.message);
    default:
      return error.message ? texts.refused(action, error.message) : texts.failed(action);
  }
}
