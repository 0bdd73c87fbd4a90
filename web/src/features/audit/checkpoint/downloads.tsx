import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/audit';
import { api } from '#lib/api';
import { saveBlob } from '#lib/download';
import { logFailure } from '#lib/log';
import { Button } from '#ui/button';
import { toast } from '#ui/toast';
import { latestCheckpoint } from '../proof/log-files';
import { allEvents } from './all-events';

type Load = (onProgress: (share: number) => void) => Promise<Blob>;

const FILES: readonly { readonly label: string; readonly saveAs: string; readonly load: Load }[] = [
  {
    label: texts.downloadNote,
    saveAs: 'checkpoint.note',
    load: async () => new Blob([await latestCheckpoint()], { type: 'text/plain' }),
  },
  {
    label: texts.downloadSchemas,
    saveAs: 'event-schemas.json',
    load: async () => new Blob([JSON.stringify(await api('GET /api/audit/schemas'), null, 2)]),
  },
  { label: texts.downloadEvents, saveAs: 'events.ndjson', load: allEvents },
];

export function Downloads() {
  return FILES.map((file) => <DownloadButton key={file.saveAs} {...file} />);
}

function DownloadButton({ label, saveAs, load }: (typeof FILES)[number]) {
  const [share, setShare] = useState<number | null>(null);
  async function start() {
    setShare(0);
    try {
      saveBlob(await load(setShare), saveAs);
    } catch (error) {
      logFailure(texts.downloadFailed, error);
      toast.error(texts.downloadFailed);
    } finally {
      setShare(null);
    }
  }
  return (
    <Button size="sm" busy={share !== null} onClick={() => void start()}>
      {share === null && <Glyph name="download" />}
      {share === null ? label : texts.downloading(`${Math.floor(share * 100)}%`)}
    </Button>
  );
}
