import * as adminTexts from '#strings/admin';
import * as texts from '#strings/audit';
import { lazyPart } from '#ui/lazy-part';
import { PageHeader } from '#ui/page-header';
import { AdminGate } from './admin-gate';
import { PastActions } from './past-actions';

const AuditContent = lazyPart(() => import('#features/audit/audit-content'));

export function AuditScreen() {
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={<PastActions to="/admin" label={adminTexts.title} />}
      />
      <AdminGate>
        <AuditContent />
      </AdminGate>
    </>
  );
}
