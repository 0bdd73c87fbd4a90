export interface ReportsSearch {
  report?: string;
}

export function readReportsSearch(search: Readonly<Record<string, unknown>>): ReportsSearch {
  return typeof search.report === 'string' && search.report !== '' ? { report: search.report } : {};
}
