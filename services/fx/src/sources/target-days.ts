import { addDays, type IsoDate } from '@outlay/rules';

const FIXED_HOLIDAYS = new Set(['01-01', '05-01', '12-25', '12-26']);
const GOOD_FRIDAY = -2;
const EASTER_MONDAY = 1;

/** The ECB publishes on the working days of TARGET, the euro's payment system (calendar since 2002). */
export function isTargetDay(day: IsoDate): boolean {
  if (isWeekend(day) || FIXED_HOLIDAYS.has(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, GOOD_FRIDAY) && day !== addDays(easter, EASTER_MONDAY);
}

export function newestDay(day: IsoDate, matches: (day: IsoDate) => boolean): IsoDate {
  let newest = day;
  while (!matches(newest)) newest = addDays(newest, -1);
  return newest;
}

export function weekday(day: IsoDate): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function isWeekend(day: IsoDate): boolean {
  return [0, 6].includes(weekday(day));
}

/** The anonymous Gregorian computus (Meeus/Jones/Butcher). */
function easterSunday(year: number): IsoDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leapCenturies = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - correction + 15) % 30;
  const yearOfCentury = year % 100;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateEpact = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const days = epact + toSunday - 7 * lateEpact + 114;
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
