import { useState } from 'react';
import * as texts from '#strings/list-view';
import type { ListFilter } from '#expense/expense-list';
import { logFailure } from '#lib/log';
import { messageOf } from '#lib/errors';
import { IconButton } from '#ui/button';
import { Download } from '#ui/icons';
import { toast } from '#ui/toast';

/** Saves every claim of the list as a CSV file, including those that are not loaded yet. */
export default function ExportButton({ filter }: { filter: ListFilter }) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const [{ apiFile }, { saveBlob }] = await Promise.all([import('#lib/api-files'), import('#lib/download')]);
      const { blob, filename } = await apiFile('GET /api/admin/expenses/export', { query: filter });
      saveBlob(blob, filename ?? 'expenses.csv');
    } catch (error) {
      logFailure(texts.exportFailed, error);
      toast.error(messageOf(error, texts.exportFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <IconButton label={texts.exportList} variant="secondary" busy={isBusy} onClick={() => void save()}>
      <Download aria-hidden />
    </IconButton>
  );
}
