import { useEffect, useState } from 'react';
import type { ClaimValues } from '../../../expense/claim-values';
import { forgetForm, formsLeftAt, keepForm, keepReceipt, newFormKey, type FoundForm } from './saved-forms';

export interface AutosaveOptions {
  place: string;
  values: ClaimValues;
  receipt: File | null;
  /** Whether there is anything here that a reload would lose. */
  isChanged: boolean;
  /** The server has it: nothing is left to keep. */
  isSaved: boolean;
}

/** Keeps what is typed on this device, and finds what was left here before. */
export function useAutosave({ place, values, receipt, isChanged, isSaved }: AutosaveOptions) {
  const [found, setFound] = useState(() => formsLeftAt(place));
  const [key, setKey] = useState(() => newFormKey(place));

  // Every render has other objects; what they say is what counts.
  const typed = JSON.stringify(values);
  const receiptName = receipt?.name ?? null;
  useEffect(() => {
    if (isSaved || !isChanged) return void forgetForm(key);
    keepForm(key, { values: JSON.parse(typed) as ClaimValues, receiptName, savedAt: new Date().toISOString() });
  }, [key, typed, receiptName, isChanged, isSaved]);
  useEffect(() => {
    if (receipt) void keepReceipt(key, receipt);
  }, [key, receipt]);

  return {
    found,
    discard: (form: FoundForm) => {
      setFound((before) => before.filter((each) => each.key !== form.key));
      void forgetForm(form.key);
    },
    /** Goes on with what was found. What was typed here before is offered in its place. */
    takeOver: (form: FoundForm) => {
      setFound(formsLeftAt(place).filter((each) => each.key !== form.key));
      setKey(form.key);
    },
  };
}
