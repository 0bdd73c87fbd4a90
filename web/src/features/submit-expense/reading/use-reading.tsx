import type { ClaimDetails } from '@outlay/contracts';
import type { ReceiptReading } from '@outlay/receipts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useFormState, type UseFormReturn } from 'react-hook-form';
import { currencyChoice, currencyOf, type ClaimValues } from '#expense/claim-values';
import { formatDate } from '#expense/format';
import * as texts from '#strings/reading';
import { MerchantSuggestion } from './merchant-suggestion';
import { slipIn } from './slips';
import { usualCategory } from './usual-category';

type TextField = 'amount' | 'date' | 'currency' | 'currencyOther' | 'vatAmount' | 'category';
export type FieldNotes = Partial<
  Record<'amount' | 'date' | 'currency' | 'vatAmount' | 'category' | 'classification', string>
>;

/** The form takes this from a reading. */
export interface Read {
  /** Says at a field where its value comes from, or what the receipt says instead. */
  readonly notesFor: (typed: ClaimValues) => FieldNotes;
  /** The question about a likely slip of the keys. */
  readonly slipIn: (claim: ClaimDetails) => string | null;
  /** Offers the merchant for the justification. */
  readonly suggestion: ReactNode;
  /** Whether all is filled in that the receipt gives. */
  readonly isDone: boolean;
  /** Fills in again what was replaced by other default values. */
  readonly refill: () => void;
}

export interface ReadingOptions {
  readonly form: UseFormReturn<ClaimValues>;
  readonly file: File;
  /** The address of the file, by which its reading is kept. */
  readonly url: string;
  readonly asksVat: boolean;
  /** Whether the form holds a saved claim, whose values are all its owner's. */
  readonly isSaved: boolean;
  readonly today: string;
  /** Called with null once the receipt is gone. */
  readonly onRead: (read: Read | null) => void;
}

type ReadingStatus = 'none' | 'running' | 'read' | 'unread' | 'dark' | 'blurred';

/** Reads one attached receipt and fills in what nobody has typed. */
export function useReading({ form, file, url, asksVat, isSaved, today, onRead }: ReadingOptions): ReadingStatus {
  const query = useQuery({
    queryKey: ['receipt-reading', url],
    // The parts that read are large, and loaded for the first receipt.
    queryFn: async ({ signal }) => (await import('./read-file')).readFile(file, today, signal),
    staleTime: Infinity,
    retry: false,
  });
  const reading = query.data?.reading ?? null;
  const merchant = reading?.merchant?.value;
  const { data: category, isFetching: isCategorySought } = useQuery(usualCategory(merchant));

  const { dirtyFields, touchedFields, defaultValues } = useFormState({ control: form.control });
  const filled = useRef(new Map<TextField, string>());
  const isTyped = (field: TextField) => {
    const value = form.getValues(field);
    if (value === (filled.current.get(field) ?? null)) return false;
    return value !== '' && (isSaved || dirtyFields[field] === true || touchedFields[field] === true);
  };
  const fill = useEffectEvent((values: Partial<Record<TextField, string>>) => {
    for (const field of Object.keys(values) as TextField[]) {
      const value = values[field];
      if (value === undefined || isTyped(field)) continue;
      filled.current.set(field, value);
      form.setValue(field, value);
    }
  });
  // A receipt that is removed or replaced takes along the values that came from it.
  const leave = useEffectEvent(() => {
    for (const [field, value] of filled.current) {
      if (form.getValues(field) === value) form.setValue(field, defaultValues?.[field] ?? '');
    }
    filled.current.clear();
    onRead(null);
  });

  useEffect(() => {
    if (reading) fill(valuesOf(reading));
  }, [reading]);
  useEffect(() => {
    if (category) fill({ category });
  }, [category]);
  // The field of VAT appears with the classification.
  useEffect(() => {
    if (asksVat && reading?.vat) fill({ vatAmount: reading.vat.value });
  }, [asksVat, reading]);

  const status = query.isFetching ? 'running' : (query.data?.problem ?? statusOf(query.isError, reading));
  const isDone = status === 'read' && !isCategorySought;
  useEffect(() => {
    if (!reading) return;
    onRead({
      notesFor: (typed) => notesOf(reading, typed, category ?? null),
      slipIn: (claim) => slipIn(claim, reading),
      suggestion: merchant && <MerchantSuggestion merchant={merchant} />,
      isDone,
      refill: () => {
        for (const [field, value] of filled.current) form.setValue(field, value);
      },
    });
  }, [reading, category, merchant, isDone, form, onRead]);
  useEffect(() => () => leave(), []);
  return status;
}

function statusOf(isError: boolean, reading: ReceiptReading | null): ReadingStatus {
  if (reading === null) return isError ? 'unread' : 'none';
  return reading.total || reading.date || reading.currency || reading.vat ? 'read' : 'unread';
}

/** The values of the form that a reading has. */
function valuesOf({ total, date, currency }: ReceiptReading): Partial<Record<TextField, string>> {
  return {
    // A credit note gives money back, which no claim does.
    amount: total?.value.startsWith('-') ? undefined : total?.value,
    date: date?.value,
    ...(currency && currencyChoice(currency.value)),
  };
}

function notesOf(reading: ReceiptReading, typed: ClaimValues, category: string | null): FieldNotes {
  const { total, due, date, currency, vat } = reading;
  const note = (read: typeof total, value: string, shown = (text: string) => text) => {
    if (!read) return undefined;
    if (read.value === value) return read.certainty === 'check' ? texts.toCheck : texts.fromReceipt;
    return value === '' ? undefined : texts.receiptSays(shown(read.value));
  };
  return {
    amount: due && total?.value === typed.amount ? texts.partlyDue(due.value) : note(total, typed.amount),
    date: note(date, typed.date, formatDate),
    currency: currency ? note(currency, currencyOf(typed)) : total && texts.noCurrency,
    vatAmount: note(vat, typed.vatAmount),
    category: category !== null && typed.category === category ? texts.usualCategory : undefined,
  };
}
