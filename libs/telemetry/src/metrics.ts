import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics of this process; durations are in seconds. */
export const metrics = new Registry();

const registers = [metrics];
/** Seconds, from an indexed read to the outermost timeout. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Absent until it is set: every part has all metrics, and the zero of one that never sets it would pass for a value. */
function gauge(name: string, help: string): Gauge {
  const created = new Gauge({ name, help, registers });
  created.remove();
  return created;
}

export const readyParts = new Gauge({
  name: 'outlay_ready',
  help: '1 if the instance is ready, otherwise 0, by part.',
  labelNames: ['part'] as const,
  registers,
});

/** `route` is the path pattern, so that ids do not become labels. */
export const httpRequests = new Histogram({
  name: 'outlay_http_request_duration_seconds',
  help: 'HTTP requests answered, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets,
  registers,
});

/** `outcome` is `ok` or the error code. */
export const handledMessages = new Histogram({
  name: 'outlay_message_duration_seconds',
  help: 'Messages handled, by subject and outcome.',
  labelNames: ['subject', 'outcome'] as const,
  buckets,
  registers,
});

/** `reason` is `unreadable` or `repeated`. */
export const refusedMessages = new Counter({
  name: 'outlay_messages_refused_total',
  help: 'Messages that no part sent, or that were received before, by subject.',
  labelNames: ['subject', 'reason'] as const,
  registers,
});

/** The label is the service that had more to do than it could. */
export const shedMessages = new Counter({
  name: 'outlay_messages_shed_total',
  help: 'Requests refused before anything was done for them, because the service was busy.',
  labelNames: ['service'] as const,
  registers,
});

/** `store` is `events` or `documents`; only calls of servers are counted. */
export const storeCalls = new Counter({
  name: 'outlay_store_calls_total',
  help: 'Calls of EventStoreDB and of MongoDB, by name.',
  labelNames: ['store', 'call'] as const,
  registers,
});

/** `outcome` is `draft` or `refused`. */
export const receivedMails = new Counter({
  name: 'outlay_mails_total',
  help: 'Mails with receipts, by what became of them.',
  labelNames: ['outcome'] as const,
  registers,
});

export const projectedEvents = new Counter({
  name: 'outlay_projected_events_total',
  help: 'Events applied to the read models.',
  registers,
});

export const projectionDelay = gauge(
  'outlay_projection_delay_seconds',
  'Age of the last projected event when it was projected.',
);

export const projectionLagEvents = gauge('outlay_projection_lag_events', 'Events that are not projected, up to 500.');

export const projectionLagSeconds = gauge(
  'outlay_projection_lag_seconds',
  'Age of the oldest event that is not projected.',
);

export const quarantinedStreams = gauge('outlay_quarantined_streams', 'Streams that do not hold or cannot be read.');

export const brokenTrails = new Counter({
  name: 'outlay_broken_trails_total',
  help: 'Times a stream was loaded or projected that does not hold or cannot be read.',
  registers,
});

export const unrecordedAccess = new Counter({
  name: 'outlay_unrecorded_access_total',
  help: 'Times somebody signed in, or opened a file of somebody else, and the trail could not be written.',
  registers,
});

/** `outcome` is `done` or `failed`. */
export const workedJobs = new Histogram({
  name: 'outlay_job_duration_seconds',
  help: 'Job attempts, by queue and outcome.',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers,
});

export const unfinishedJobs = new Gauge({
  name: 'outlay_unfinished_jobs',
  help: 'Jobs that are waiting or active, by queue.',
  labelNames: ['queue'] as const,
  registers,
});

export const failedJobs = new Counter({
  name: 'outlay_failed_jobs_total',
  help: 'Jobs that failed for good, after their last attempt, by queue.',
  labelNames: ['queue'] as const,
  registers,
});

export const rateSourceAge = new Gauge({
  name: 'outlay_rate_source_age_seconds',
  help: 'Time since the start of the newest day of an exchange-rate source.',
  labelNames: ['source'] as const,
  registers,
});

export const rateSourceFailures = new Counter({
  name: 'outlay_rate_source_failures_total',
  help: 'Failed fetches of an exchange-rate source.',
  labelNames: ['source'] as const,
  registers,
});

export const refusedRates = new Counter({
  name: 'outlay_refused_rates_total',
  help: 'Rejected values of an exchange-rate source.',
  labelNames: ['source'] as const,
  registers,
});

export const logSize = gauge('outlay_log_size', 'Events in the log of all events.');

export const logWaitingEvents = gauge(
  'outlay_log_waiting_events',
  'Events that are not yet in the log, counted up to 2,000.',
);

export const logCaughtUpTime = gauge(
  'outlay_log_caught_up_timestamp_seconds',
  'When every stored event was last in the log, or else when this instance began to build it.',
);

export const logCheckpointTime = gauge(
  'outlay_log_checkpoint_timestamp_seconds',
  'When the latest checkpoint of the log was made.',
);

export const logBroken = gauge(
  'outlay_log_broken',
  '1 if the log does not go on, because events or tiles are not those of a checkpoint.',
);

export const cosignedSize = new Gauge({
  name: 'outlay_log_cosigned_size',
  help: 'Events in the latest checkpoint that a witness has cosigned.',
  labelNames: ['witness'] as const,
  registers,
});
