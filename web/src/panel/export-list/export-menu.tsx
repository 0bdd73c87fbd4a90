import type { RefObject } from 'react';
import * as texts from '#strings/list-view';
import { askedOf, type ListFilter } from '#expense/expense-list';
import { apiFile } from '#lib/api-files';
import { saveBlob } from '#lib/download';
import { messageOf } from '#lib/errors';
import { logFailure } from '#lib/log';
import { Button } from '#ui/button';
import { toast } from '#ui/toast';
import { Popup } from '../popup';

type ExportFormat = keyof typeof texts.exportFormats;

interface ExportMenuProps {
  anchor: RefObject<HTMLButtonElement | null>;
  filter: ListFilter;
  asOf: string | undefined;
  onClose: () => void;
  onBusy: (busy: boolean) => void;
}

export default function ExportMenu({ anchor, filter, asOf, onClose, onBusy }: ExportMenuProps) {
  async function save(format: ExportFormat) {
    onBusy(true);
    try {
      const query = { ...askedOf(filter), as_of: asOf, format };
      const { blob, filename } = await apiFile('GET /api/admin/expenses/export', { query });
      saveBlob(blob, filename ?? `expenses.${format}`);
    } catch (error) {
      logFailure(texts.exportFailed, error);
      toast.error(messageOf(error, texts.exportFailed));
    } finally {
      onBusy(false);
    }
  }

  return (
    <Popup anchor={anchor} label={texts.exportList} align="end" className="flex flex-col p-2" onClose={onClose}>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          variant="ghost"
          size="sm"
          className="justify-start"
          onClick={() => {
            void save(format);
            onClose();
          }}
        >
          {texts.exportFormats[format]}
        </Button>
      ))}
    </Popup>
  );
}
