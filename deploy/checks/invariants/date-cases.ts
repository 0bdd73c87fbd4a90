export interface DateCase {
  readonly now: string;
  readonly zone: string;
  readonly clientDay: string | null;
  readonly date: string;
  readonly expected: 'accepted' | 'in the future' | 'too old';
}

const NOWS = [
  // 29 February, and the days twelve months after it.
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
  // The changes to and from summer time in New York and Berlin.
  '2026-03-08T06:59:59Z',
  '2026-03-08T07:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:59:59Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T06:00:00Z',
] as const;
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
const CLIENT_HOURS = [-36, -25, -24, -12, 0, 12, 24, 25, 36] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function dateCases(): DateCase[][] {
  return NOWS.flatMap((now) => ZONES.map((zone) => clientDays(now).flatMap((day) => casesOn(now, zone, day))));
}

function clientDays(now: string): (string | null)[] {
  return [null, ...new Set(CLIENT_HOURS.map((hours) => dayOf(Date.parse(now) + hours * HOUR_MS)))];
}

function casesOn(now: string, zone: string, clientDay: string | null): DateCase[] {
  const today = effectiveToday(clientDay, dayOf(Date.parse(now)));
  const oldest = yearBefore(today);
  return [
    { now, zone, clientDay, date: today, expected: 'accepted' },
    { now, zone, clientDay, date: shifted(today, 1), expected: 'in the future' },
    { now, zone, clientDay, date: oldest, expected: 'accepted' },
    { now, zone, clientDay, date: shifted(oldest, -1), expected: 'too old' },
  ];
}

/** The client's day is limited to one day around UTC's. */
function effectiveToday(clientDay: string | null, utcDay: string): string {
  const [before, after] = [shifted(utcDay, -1), shifted(utcDay, 1)];
  if (clientDay === null) return utcDay;
  return clientDay < before ? before : clientDay > after ? after : clientDay;
}

/** The day a year before; 28 February for 29 February. */
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
