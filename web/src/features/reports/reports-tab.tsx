import { useQuery } from '@tanstack/react-query';
import { Glyph } from '#ui/glyph';
import * as texts from '#strings/reports';
import { ReportTable } from '#reports/report-table';
import { Select } from '#ui/controls';
import { EmptyState } from '#ui/empty-state';
import { Field } from '#ui/field';
import { lazyPart } from '#ui/lazy-part';
import { SkeletonRows } from '#ui/skeleton';
import { allReportsQuery } from './all-reports';
import { Unavailable } from '#panel/unavailable';
import { usePanelSearch } from '#panel/use-panel-search';

const AdminReportView = lazyPart(() => import('./admin-report-view'));

export default function ReportsTab() {
  const reports = useQuery(allReportsQuery);
  const [{ reports_of: userId, report: opened }, change] = usePanelSearch();
  const users = [...new Map(reports.data?.map(({ user_id, user_name }) => [user_id, user_name]))].toSorted(
    ([, a], [, b]) => a.localeCompare(b),
  );
  const shown = reports.data?.filter(({ user_id }) => !userId || user_id === userId);
  const report = reports.data?.find(({ filename, id }) => filename === opened || id === opened);

  return (
    <>
      <Field label={texts.user} className="mb-4 sm:max-w-xs">
        {(control) => (
          <Select {...control} value={userId ?? ''} onChange={({ target }) => change({ reports_of: target.value })}>
            <option value="">{texts.allUsers}</option>
            {users.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {reports.isPending && <SkeletonRows label={texts.loadingAll} rows={4} />}
      {reports.isError && !reports.data && <Unavailable query={reports} />}
      {shown?.length === 0 && <EmptyState icon={<Glyph name="file-spreadsheet" />} title={texts.none} />}
      {shown && shown.length > 0 && (
        <ReportTable list="admin" reports={shown} onView={({ filename }) => change({ report: filename }, 'push')} />
      )}
      {report && <AdminReportView report={report} onClose={() => change({ report: undefined })} />}
    </>
  );
}
