import { OutlayError } from '@outlay/contracts';
import { isUnavailable } from '@outlay/documents';

/** What the document store answers; SERVICE_UNAVAILABLE where it cannot. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new OutlayError('SERVICE_UNAVAILABLE', 'Reports are not available right now. Please try again in a moment.');
  }
}
