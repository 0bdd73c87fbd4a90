import { useEffect, useState } from 'react';
import type { ClaimValues } from '#expense/claim-values';
import {
  deleteForm,
  findForms,
  newFormKey,
  storeForm,
  storeReceipt,
  type Batch,
  type FoundForm,
} from '#expense/saved-forms';

export interface AutosaveOptions {
  prefix: string;
  values: ClaimValues;
  receipt: File | null;
  uploaded: string | undefined;
  isChanged: boolean;
  isSaved: boolean;
}

export function useAutosave({ prefix, values, receipt, uploaded, isChanged, isSaved }: AutosaveOptions) {
  const [found, setFound] = useState(() => findForms(prefix));
  const [key, setKey] = useState(() => newFormKey(prefix));
  const [resumed, setResumed] = useState<Pick<FoundForm, 'sentAs' | 'refusal' | 'batch'>>({});

  // Serialised, because every render creates a new object.
  const typed = JSON.stringify(values);
  const receiptName = receipt?.name ?? null;
  useEffect(() => {
    if (isSaved || !isChanged) return void deleteForm(key);
    storeForm(key, {
      values: JSON.parse(typed) as ClaimValues,
      receiptName,
      savedAt: new Date().toISOString(),
      uploaded,
      ...resumed,
    });
  }, [key, typed, receiptName, uploaded, resumed, isChanged, isSaved]);
  useEffect(() => {
    if (receipt) void storeReceipt(key, receipt);
  }, [key, receipt]);

  return {
    found,
    /** Why the server refused the form that is continued. */
    refusal: resumed.refusal,
    key,
    batch: resumed.batch,
    joinBatch: (batch: Batch) => setResumed((before) => ({ ...before, batch })),
    discard: (form: FoundForm) => {
      setFound((before) => before.filter((each) => each.key !== form.key));
      void deleteForm(form.key);
    },
    /** Continues a found form; the input typed before is offered instead. */
    resume: (form: FoundForm) => {
      setFound(findForms(prefix).filter((each) => each.key !== form.key));
      setKey(form.key);
      setResumed({ sentAs: form.sentAs, refusal: form.refusal, batch: form.batch });
    },
  };
}
