import type { ReportJson } from '@outlay/contracts';

type Named = Pick<ReportJson, 'filename' | 'user_name' | 'generated_at'>;

/** The name of a receipts ZIP: `Ada_Okafor_receipts_2026-03-05.zip`. */
export function ownZipName({ user_name, generated_at }: Named): string {
  return `${user_name.trim().replace(/\s+/g, '_')}_receipts_${generated_at.slice(0, 10)}.zip`;
}

/** The name in the panel: the report's name plus `_receipts_{date}.zip`, with the date in that name, or `receipts`. */
export function adminZipName({ filename }: Named): string {
  const date = /\d{4}-\d{2}-\d{2}/.exec(filename)?.[0] ?? 'receipts';
  return filename.replace('.xlsx', `_receipts_${date}.zip`);
}
