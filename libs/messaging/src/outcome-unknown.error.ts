import { OutlayError } from '@outlay/contracts';

/** The first part of a subject. */
export const serviceOf = (subject: string) => subject.slice(0, subject.indexOf('.'));

/** The error for a request that was sent but not answered: the service may have carried it out. */
export function outcomeUnknownError(subject: string): OutlayError {
  return unansweredBy(`The ${serviceOf(subject)} service`);
}

export function unansweredBy(who: string): OutlayError {
  return new OutlayError(
    'OUTCOME_UNKNOWN',
    `${who} did not answer in time. The outcome is unknown; trying again is safe.`,
  );
}
