import { useState } from 'react';
import * as texts from '#strings/reports';
import { apiFile } from '#lib/api-files';
import { saveBlob } from '#lib/download';
import { logFailure } from '#lib/log';
import { toast } from '#ui/toast';

const FILES = {
  spreadsheet: { key: 'GET /api/admin/reports/{filename}/download', failure: texts.downloadFailed },
  receiptsZip: { key: 'GET /api/admin/reports/{filename}/receipts-zip', failure: texts.zipFailed },
} as const;

export type ReportFile = keyof typeof FILES;

export interface Download {
  /** The share downloaded so far, 0 to 1; null while idle. */
  readonly share: number | null;
  readonly failure: string | null;
  readonly start: () => void;
}

export function useDownload(file: ReportFile, filename: string, saveAs: string): Download {
  const [share, setShare] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const { key, failure } = FILES[file];

  async function start() {
    setShare(0);
    setFailed(false);
    try {
      const { blob } = await apiFile(key, { params: { filename }, onProgress: setShare });
      saveBlob(blob, saveAs);
    } catch (error) {
      logFailure(failure, error);
      setFailed(true);
      toast.error(failure);
    } finally {
      setShare(null);
    }
  }

  return { share, failure: failed ? failure : null, start: () => void start() };
}
