import { OutlayError } from '@outlay/contracts';

export const serviceOf = (subject: string) => subject.split('.')[0];

/** The error for a request that was sent but not answered: the service may have carried it out. */
export function outcomeUnknownError(subject: string): OutlayError {
  return new OutlayError(
    'OUTCOME_UNKNOWN',
    `The ${serviceOf(subject)} service did not answer in time. The outcome is unknown; trying again is safe.`,
  );
}
