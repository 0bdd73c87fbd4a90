import { plainName } from '../documents/plain-name.js';

export const REPORT_QUEUE = 'reports';
const SCHEMA = 1;

export interface ReportJob {
  readonly schema: typeof SCHEMA;
  readonly paymentId: string;
  readonly attempt: number;
  readonly correlationId: string;
}

export function newReportJob(paymentId: string, attempt: number, correlationId: string) {
  const data: ReportJob = { schema: SCHEMA, paymentId, attempt, correlationId };
  return { id: reportJobId(paymentId, attempt), data };
}

/** Contains the attempt, because a queue accepts each id once, even after a failure. */
export function reportJobId(paymentId: string, attempt: number): string {
  return `report-${plainName(paymentId, 'payment')}-${attempt}`;
}

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
