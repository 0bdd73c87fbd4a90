import { Glyph } from '#ui/glyph';
import { useState } from 'react';
import * as texts from '#strings/proof-pack';
import { apiFile } from '#lib/api-files';
import { saveBlob } from '#lib/download';
import { messageOf } from '#lib/errors';
import { logFailure } from '#lib/log';
import { Button } from '#ui/button';
import { toast } from '#ui/toast';

const MEGABYTE = 1_000_000;

type PackOf = { payment: string } | { expense: string } | { person: string } | { from: string; to: string };

export interface ProofPackButtonProps {
  of: PackOf | null;
  /** The common name of the subject, which replaces an id in the file's name. */
  name?: string | undefined;
}

/** The button is disabled while the subject is unknown. */
export function ProofPackButton({ of: query, name }: ProofPackButtonProps) {
  const [received, setReceived] = useState<number | null>(null);

  async function download() {
    if (!query) return;
    setReceived(0);
    try {
      const { blob, filename } = await apiFile('GET /api/audit/proof-pack', { query, onReceived: setReceived });
      saveBlob(blob, named(filename ?? 'proof-pack.zip', query, name));
    } catch (error) {
      logFailure(texts.failed, error);
      toast.error(messageOf(error, texts.failed));
    } finally {
      setReceived(null);
    }
  }

  return (
    <Button busy={received !== null} disabled={!query} title={texts.hint} onClick={() => void download()}>
      {received === null && <Glyph name="shield-check" />}
      {texts.download}
      {/* Its size is not known in advance. */}
      {!!received && <span className="figures">{texts.received((received / MEGABYTE).toFixed(1))}</span>}
    </Button>
  );
}

function named(filename: string, query: PackOf, name: string | undefined): string {
  const id = Object.values(query)[0];
  const safe = name?.replace(/[^\p{L}\p{N}.-]+/gu, '-');
  return safe && id ? filename.replace(id, safe) : filename;
}
