import type { ReceiptReading } from '@outlay/receipts';
import type { ReceiptType } from '@outlay/rules';

/** A file that a form has joined into a PDF and attached to it. */
export interface JoinedFile {
  readonly name: string;
  readonly contentType: ReceiptType;
  readonly size: number;
  readonly sha256: string;
}

export type Verdict =
  | {
      readonly condition: 'readable';
      readonly jpeg?: Uint8Array;
      readonly reading?: ReceiptReading;
      readonly joined?: readonly JoinedFile[];
    }
  | { readonly condition: 'locked' | 'unreadable' }
  | { readonly condition: 'tooLarge'; readonly width: number; readonly height: number; readonly maxPixels: number };
export type Check = (content: Uint8Array) => Promise<Verdict>;

export const READABLE = { condition: 'readable' } as const;
export const UNREADABLE = { condition: 'unreadable' } as const;
