import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/joined-files';

/** The files that were joined into the receipt, which has them attached. A list that was kept by an older client has none. */
export function JoinedFiles({ files }: { files: ExpenseJson['receipt_joined'] | undefined }) {
  if (!files?.length) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="py-1 text-muted">{texts.originals(files.length)}</summary>
      <ol className="mt-1 list-inside list-decimal space-y-2">
        {files.map(({ name, sha256 }, index) => (
          <li key={index} className="wrap-anywhere">
            <bdi>{name}</bdi>
            <span className="block font-mono text-xs text-muted">{texts.hashOfOriginal(sha256)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
