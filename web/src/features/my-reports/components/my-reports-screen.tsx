import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import * as texts from '#strings/reports';
import * as ui from '#strings/ui';
import { ReportTable } from '#reports/report-table';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { lazyPart } from '#ui/lazy-part';
import { Notice } from '#ui/notice';
import { PageHeader } from '#ui/page-header';
import { SkeletonRows } from '#ui/skeleton';
import { ownReportsQuery } from '../api/own-reports';

const ReportView = lazyPart(() => import('./report-view'));
const route = getRouteApi('/signed-in/shell/my-reports');

export function MyReportsScreen() {
  const { data: reports, isPending, isError, isFetching, refetch } = useQuery(ownReportsQuery);
  const { report: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const report = reports?.find(({ filename }) => filename === opened);
  const open = (filename: string | undefined) =>
    void navigate({ search: filename ? { report: filename } : {}, replace: !filename, resetScroll: false });

  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      {isError && (
        <Notice tone="error" className="mb-4">
          <p>{texts.loadFailed}</p>
          <Button size="sm" className="mt-2" busy={isFetching} onClick={() => void refetch()}>
            {ui.retry}
          </Button>
        </Notice>
      )}
      {isPending && <SkeletonRows label={texts.loading} rows={4} />}
      {reports?.length === 0 && (
        <EmptyState icon={<FileSpreadsheet aria-hidden />} title={texts.none}>
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
