import { readsAll } from '@outlay/rules';
import { useState } from 'react';
import * as adminTexts from '#strings/admin';
import * as texts from '#strings/audit';
import { title as tokens } from '#strings/audit-tokens';
import { useProfile } from '#lib/profile';
import { usePanelSearch } from '#panel/use-panel-search';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { PageHeader } from '#ui/page-header';
import { AdminGate } from './admin-gate';
import { PastActions } from './past-actions';

const AuditContent = lazyPart(() => import('#features/audit/audit-content'));
const TokensSheet = lazyPart(() => import('./tokens-sheet'));

export function AuditScreen() {
  const [{ as_of }] = usePanelSearch();
  const hasTokens = readsAll(useProfile().role) && !as_of;
  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={texts.subtitle}
        actions={
          <>
            {hasTokens && <TokensButton />}
            <PastActions other={as_of ? { to: '/admin', label: adminTexts.title } : null} />
          </>
        }
      />
      <AdminGate>
        <AuditContent />
      </AdminGate>
    </>
  );
}

function TokensButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {tokens}
      </Button>
      {isOpen && <TokensSheet onClose={() => setOpen(false)} />}
    </>
  );
}
