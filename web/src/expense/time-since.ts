import { days } from '#strings/language';

const MINUTE_MS = 60_000;
const relative = new Intl.RelativeTimeFormat(days, { numeric: 'auto' });

/** Minutes, from two hours on hours, and from two days on days. */
export function timeSince(instant: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE_MS));
  if (minutes < 120) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}
