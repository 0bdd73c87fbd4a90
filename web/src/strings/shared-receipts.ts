import { isolated } from '@outlay/rules';

export const sharedReceipt = (name: string) =>
  `The file ${isolated(name)} was shared with Outlay by an app or a web page. Attach it only if you shared it.`;
export const sharedReceipts = (count: number) =>
  `${count} files were shared with Outlay by an app or a web page. Attach them only if you shared them.`;
export const sharedTooMuch = 'At most 20 files with 50 MB in all can be shared at once. Please share fewer of them.';
export const attachShared = 'Attach';
export const discard = 'Discard';
