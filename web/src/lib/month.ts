/**
 * The first and the last day of a month, as filters of lists.
 * @param of a month, or a day in it
 * @param later how many months after it
 */
export function datesOfMonth(of: string, later = 0): { date_from: string; date_to: string } {
  const [year = 0, month = 1] = of.split('-').map(Number);
  const dayAt = (months: number, date: number) => new Date(Date.UTC(year, months, date)).toISOString().slice(0, 10);
  return { date_from: dayAt(month - 1 + later, 1), date_to: dayAt(month + later, 0) };
}
