import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process measures, in Prometheus' terms: durations in seconds, names as its conventions have them. */
export const metrics = new Registry();

const registers = [metrics];
/** From an indexed read in a process to the outermost deadline; seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** HTTP requests the gateway has answered. `route` is the path's pattern, so that no id becomes a label. */
export const httpRequests = new Histogram({
  name: 'outlay_http_request_duration_seconds',
  help: 'HTTP requests answered, by route and status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets,
  registers,
});

/** Messages a service has handled; `outcome` is `ok` or the error's code. */
export const handledMessages = new Histogram({
  name: 'outlay_message_duration_seconds',
  help: 'Messages handled, by subject and outcome.',
  labelNames: ['subject', 'outcome'] as const,
  buckets,
  registers,
});

export const projectedEvents = new Counter({
  name: 'outlay_projected_events_total',
  help: 'Events the catch-up subscription has brought to the read models.',
  registers,
});

export const projectionDelay = new Gauge({
  name: 'outlay_projection_delay_seconds',
  help: 'How old the event projected last was at that moment.',
  registers,
});

/** Jobs a worker has tried; `outcome` is `done` or `failed`. */
export const workedJobs = new Histogram({
  name: 'outlay_job_duration_seconds',
  help: 'Jobs tried, by queue and outcome.',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers,
});

export const rateSourceAge = new Gauge({
  name: 'outlay_rate_source_age_seconds',
  help: 'How long ago the newest day began that a source of exchange rates has brought.',
  labelNames: ['source'] as const,
  registers,
});

export const rateSourceFailures = new Counter({
  name: 'outlay_rate_source_failures_total',
  help: 'Times a source of exchange rates brought nothing usable.',
  labelNames: ['source'] as const,
  registers,
});

export const refusedRates = new Counter({
  name: 'outlay_refused_rates_total',
  help: 'Values of a source of exchange rates that were not believed.',
  labelNames: ['source'] as const,
  registers,
});
