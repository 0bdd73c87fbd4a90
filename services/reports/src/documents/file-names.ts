import { plainName } from './plain-name.js';

const HASH_DIGITS = 16;

export interface NamedPayment {
  readonly paymentId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly paidAt: string;
}

/** The second name is for payment ids that share their first eight characters. */
export function reportFilenames({ paymentId, userName, userEmail, paidAt }: NamedPayment): [string, string] {
  const payment = plainName(paymentId, 'payment');
  // A name without Latin letters says nothing in ASCII; the email does.
  const user = plainName(userName, plainName(userEmail.replace(/@.*$/, '').replace(/\W+/g, '_'), 'user'));
  const stem = `expense_report_${user}_${paidAt.slice(0, 10)}`;
  return [`${stem}_${payment.slice(0, 8)}.xlsx`, `${stem}_${payment}.xlsx`];
}

/**
 * Derived from the payment and from the hash of the spreadsheet, so that generating the same report again overwrites its
 * files, and a late attempt that read another checkpoint overwrites no others.
 */
export function reportBlobKeys(report: { paymentId: string; filename: string }, spreadsheetHash: string) {
  const folder = `reports/${plainName(report.paymentId, 'payment')}/${spreadsheetHash.slice(0, HASH_DIGITS)}`;
  return {
    spreadsheet: `${folder}/${report.filename}`,
    receiptsZip: `${folder}/${report.filename.replace(/\.xlsx$/, '')}_receipts.zip`,
  };
}
