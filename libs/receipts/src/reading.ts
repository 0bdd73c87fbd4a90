/**
 * How sure a value read from a receipt is. `exact`: the document states it in a field made for machines (an e-invoice, a
 * fiscal code). `sure`: text with a label and a second witness. `check`: one witness; a form shows it for a check.
 */
export type Certainty = 'exact' | 'sure' | 'check';

/** Where a reading comes from: the XML of an e-invoice, a fiscal QR code, the text of a PDF, or the letters of a photo. */
export type ReadingSource = 'e-invoice' | 'fiscal-code' | 'pdf-text' | 'photo';

/** A value and how sure it is. */
export interface ReadValue {
  value: string;
  certainty: Certainty;
}

/**
 * A receipt's own statement of itself. A field that could not be read is missing and never empties the others. Amounts are
 * decimal text (`26.29`), negative in a credit note; the date is `YYYY-MM-DD`, the currency a code of ISO 4217, which is
 * never derived from an amount.
 */
export interface ReceiptReading {
  source: ReadingSource;
  /** The total with tax, as printed. */
  total?: ReadValue;
  /** The amount left to pay, where the document states one that differs from the total. */
  due?: ReadValue;
  date?: ReadValue;
  currency?: ReadValue;
  vat?: ReadValue;
  merchant?: ReadValue;
}
