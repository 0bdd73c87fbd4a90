import { plainName } from '../documents/plain-name.js';

export const REPORT_QUEUE = 'reports';
const SCHEMA = 1;

/** A job carries ids; what it works on is read when it runs. */
export interface ReportJob {
  readonly schema: typeof SCHEMA;
  readonly paymentId: string;
  /** The report's attempt that this job is. */
  readonly attempt: number;
  /** The thread from the browser that paid to the worker. */
  readonly correlationId: string;
}

export function newReportJob(paymentId: string, attempt: number, correlationId: string) {
  const data: ReportJob = { schema: SCHEMA, paymentId, attempt, correlationId };
  return { id: reportJobId(paymentId, attempt), data };
}

/** A queue takes an id once, even after a failure: another attempt is another id. */
export function reportJobId(paymentId: string, attempt: number): string {
  return `report-${plainName(paymentId, 'payment')}-${attempt}`;
}

/** Reads what the queue kept, perhaps since an older version. Throws an Error for what is no report job. */
export function parseReportJob(data: unknown): ReportJob {
  const { schema, paymentId, attempt, correlationId } = (data ?? {}) as Partial<Record<keyof ReportJob, unknown>>;
  if (
    schema !== SCHEMA ||
    typeof paymentId !== 'string' ||
    typeof attempt !== 'number' ||
    typeof correlationId !== 'string'
  ) {
    throw new Error(`Not a report job of schema ${SCHEMA}: ${JSON.stringify(data)}`);
  }
  return { schema, paymentId, attempt, correlationId };
}
