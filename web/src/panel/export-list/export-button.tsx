import { useRef, useState } from 'react';
import * as texts from '#strings/list-view';
import { askedOf, type ListFilter } from '#expense/expense-list';
import { logFailure } from '#lib/log';
import { messageOf } from '#lib/errors';
import { IconButton } from '#ui/button';
import { Download } from '#ui/icons';
import { lazyPart } from '#ui/lazy-part';
import { toast } from '#ui/toast';
import type { ExportFormat } from './export-menu';

const ExportMenu = lazyPart(() => import('./export-menu'));

/** Saves every claim of the list as a file, including those that are not loaded yet; with `asOf`, as they were then. */
export default function ExportButton({ filter, asOf }: { filter: ListFilter; asOf?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function save(format: ExportFormat) {
    setBusy(true);
    try {
      const [{ apiFile }, { saveBlob }] = await Promise.all([import('#lib/api-files'), import('#lib/download')]);
      const query = { ...askedOf(filter), as_of: asOf, format };
      const { blob, filename } = await apiFile('GET /api/admin/expenses/export', { query });
      saveBlob(blob, filename ?? `expenses.${format}`);
    } catch (error) {
      logFailure(texts.exportFailed, error);
      toast.error(messageOf(error, texts.exportFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <IconButton
        ref={button}
        label={texts.exportList}
        variant="secondary"
        busy={isBusy}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={ExportMenu.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Download aria-hidden />
      </IconButton>
      {isOpen && <ExportMenu anchor={button} onClose={() => setOpen(false)} onChoose={(format) => void save(format)} />}
    </>
  );
}
