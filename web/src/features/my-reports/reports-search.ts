/** The search parameters of My Reports: the file name of the open report. */
export interface ReportsSearch {
  report?: string;
}

export function readReportsSearch(search: Readonly<Record<string, unknown>>): ReportsSearch {
  return typeof search.report === 'string' && search.report !== '' ? { report: search.report } : {};
}
