import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/reports';
import { OfflineNotice } from '#expense/offline-notice';
import { ReportTable } from '#reports/report-table';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { LoadFailure } from '#ui/load-failure';
import { PageHeader } from '#ui/page-header';
import { SkeletonRows } from '#ui/skeleton';
import { ownReportsQuery } from './own-reports';

const ReportView = lazyPart(() => import('./report-view'));
const route = getRouteApi('/signed-in/shell/my-reports');

export function MyReportsScreen() {
  const query = useQuery(ownReportsQuery);
  const { data, isPending, dataUpdatedAt } = query;
  const reports = data?.reports;
  const { report: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const report = reports?.find(({ filename }) => filename === opened);
  const open = (filename: string | undefined) =>
    void navigate({ search: filename ? { report: filename } : {}, replace: !filename, resetScroll: false });

  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <OfflineNotice keptAt={data?.keptAt} loadedAt={dataUpdatedAt} />
      <LoadFailure query={query} text={texts.loadFailed} className="mb-4" />
      {isPending && <SkeletonRows label={texts.loading} rows={4} />}
      {reports?.length === 0 && (
        <EmptyState icon={<Glyph name="file-spreadsheet" />} title={texts.none}>
          {texts.noneYet}
        </EmptyState>
      )}
      {reports && reports.length > 0 && (
        <ReportTable list="own" reports={reports} onView={({ filename }) => open(filename)} />
      )}
      {report && <ReportView report={report} onClose={() => open(undefined)} />}
    </>
  );
}
