/** A date put into a form, and what the window says of it. */
export interface DateQuestion {
  /** What the server's clock says, and the time zone of its process. */
  readonly now: string;
  readonly zone: string;
  /** The day the client says it is; null where it does not say. */
  readonly clientDay: string | null;
  readonly date: string;
  readonly answer: 'accepted' | 'in the future' | 'too old';
}

const NOWS = [
  // 29 February, and the days from which it is twelve months back.
  '2024-02-28T12:00:00Z',
  '2024-02-29T00:00:00Z',
  '2024-02-29T23:59:59Z',
  '2024-03-01T00:00:00Z',
  '2025-02-28T23:59:59Z',
  '2025-03-01T00:00:00Z',
  '2028-02-29T12:00:00Z',
  // Ends of months and years.
  '2025-12-31T23:59:59Z',
  '2026-01-01T00:00:00Z',
  '2026-04-30T23:30:00Z',
  '2026-05-31T00:30:00Z',
  // The hours at which clocks change in New York and Berlin, and just before.
  '2026-03-08T06:59:59Z',
  '2026-03-08T07:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:59:59Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
] as const;
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
/** How far a client's clock may be off. */
const CLIENT_HOURS = [-36, -25, -24, -12, 0, 12, 24, 25, 36] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Every boundary of the window on every clock, grouped by the clock. */
export function dateQuestions(): DateQuestion[][] {
  return NOWS.flatMap((now) => ZONES.map((zone) => clientDays(now).flatMap((day) => questionsOn(now, zone, day))));
}

function clientDays(now: string): (string | null)[] {
  return [null, ...new Set(CLIENT_HOURS.map((hours) => dayOf(Date.parse(now) + hours * HOUR_MS)))];
}

function questionsOn(now: string, zone: string, clientDay: string | null): DateQuestion[] {
  const today = believed(clientDay, dayOf(Date.parse(now)));
  const oldest = yearBefore(today);
  return [
    { now, zone, clientDay, date: today, answer: 'accepted' },
    { now, zone, clientDay, date: shifted(today, 1), answer: 'in the future' },
    { now, zone, clientDay, date: oldest, answer: 'accepted' },
    { now, zone, clientDay, date: shifted(oldest, -1), answer: 'too old' },
  ];
}

/** The client's day, but never more than one from UTC's. */
function believed(clientDay: string | null, utcDay: string): string {
  const [before, after] = [shifted(utcDay, -1), shifted(utcDay, 1)];
  if (clientDay === null) return utcDay;
  return clientDay < before ? before : clientDay > after ? after : clientDay;
}

/** The same day of the year before; the 28th for a 29 February. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1);
  return day.endsWith('-02-29') ? `${year}-02-28` : year + day.slice(4);
}

function shifted(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
