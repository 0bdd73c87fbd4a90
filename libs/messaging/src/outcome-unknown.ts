import { OutlayError } from '@outlay/contracts';

/** The service a subject belongs to, by the name people know it by. */
export const serviceOf = (subject: string) => subject.split('.')[0];

/** A request that was sent and not answered: it may have been carried out or not. */
export function outcomeUnknown(subject: string): OutlayError {
  return new OutlayError(
    'OUTCOME_UNKNOWN',
    `The ${serviceOf(subject)} service did not answer in time. The outcome is unknown; trying again is safe.`,
  );
}
