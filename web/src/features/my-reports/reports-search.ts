import { asText, withoutBlanks } from '#lib/url-search';

export interface ReportsSearch {
  report?: string;
}

export function readReportsSearch(search: Readonly<Record<string, unknown>>): ReportsSearch {
  return withoutBlanks({ report: asText(search.report) });
}
