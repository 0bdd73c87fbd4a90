import { ApiError, NETWORK_MESSAGE, NetworkError } from '../../../lib/errors';

export type SaveAction = 'updating' | 'saving draft' | 'submitting';

/** What to say where saving failed (specification §8). */
export function saveFailure(error: unknown, action: SaveAction): string {
  if (error instanceof NetworkError) return NETWORK_MESSAGE;
  if (!(error instanceof ApiError)) return `Error ${action}. Please try again.`;
  switch (error.status) {
    case 401:
      return 'Authentication failed. Please log in again.';
    case 400:
      return `Invalid data: ${error.message || 'Please check all fields'}`;
    case 500:
      return `Server error: ${error.message || 'Please try again later'}`;
    default:
      return error.message ? `Error ${action}: ${error.message}` : `Error ${action}. Please try again.`;
  }
}

export function savedMessage(status: 'draft' | 'submitted'): string {
  return status === 'draft' ? 'Expense saved as draft successfully!' : 'Expense submitted successfully!';
}
