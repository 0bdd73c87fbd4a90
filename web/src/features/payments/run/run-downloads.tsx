import { useState } from 'react';
import type { RunFile } from '@outlay/contracts';
import * as texts from '#strings/payment-run';
import { apiFile } from '#lib/api-files';
import { saveBlob } from '#lib/download';
import { messageOf } from '#lib/errors';
import { logFailure } from '#lib/log';
import { Button } from '#ui/button';
import { Glyph } from '#ui/glyph';
import { toast } from '#ui/toast';

const ICONS = { spreadsheet: 'file-spreadsheet', zip: 'file-archive', transfers: 'banknote' } as const;
const FILES = Object.keys(ICONS) as RunFile[];

/** Saves the files of a whole run. */
export function RunDownloads({ id, reference }: { id: string; reference: string }) {
  const [busy, setBusy] = useState<RunFile | null>(null);

  async function save(file: RunFile) {
    setBusy(file);
    try {
      const asked = { params: { id }, query: { file } };
      const { blob, filename } = await apiFile('GET /api/admin/payment-runs/{id}/download', asked);
      saveBlob(blob, filename ?? reference);
    } catch (error) {
      logFailure(texts.notSaved, error);
      toast.error(messageOf(error, texts.notSaved));
    } finally {
      setBusy(null);
    }
  }

  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {FILES.map((file) => {
        return (
          <Button key={file} busy={busy === file} onClick={() => void save(file)}>
            {busy !== file && <Glyph name={ICONS[file]} />}
            {texts.files[file]}
          </Button>
        );
      })}
    </div>
  );
}
