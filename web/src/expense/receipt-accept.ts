import { RECEIPT_EXTENSIONS } from '@outlay/rules';

/** File extensions are listed as well, since systems do not know the type of every file. */
export const RECEIPT_ACCEPT = [
  'image/*',
  'application/pdf',
  ...Object.values(RECEIPT_EXTENSIONS).map((e) => `.${e}`),
].join();
