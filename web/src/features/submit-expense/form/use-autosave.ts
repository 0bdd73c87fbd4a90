import { useEffect, useRef, useState } from 'react';
import type { ClaimValues } from '../../../expense/claim-values';
import { forgetForm, keepForm, loadForm, type SavedForm } from './saved-forms';

/** How long typing rests before the form is kept. */
const REST_MS = 800;

export interface AutosaveOptions {
  key: string;
  values: ClaimValues;
  receipt: File | null;
  /** Whether there is anything here that a reload would lose. */
  isChanged: boolean;
  /** The server has it: nothing is left to keep. */
  isSaved: boolean;
}

/** Keeps what is typed on this device, and finds what was left here before. */
export function useAutosave({ key, values, receipt, isChanged, isSaved }: AutosaveOptions) {
  const [found, setFound] = useState<SavedForm | null>(null);

  useEffect(() => {
    let gone = false;
    void loadForm(key).then((form) => !gone && setFound(form));
    return () => {
      gone = true;
    };
  }, [key]);

  // Every render has other objects; what they say is what counts.
  const typed = JSON.stringify(values);
  const unkept = useRef<(() => void) | null>(null);
  useEffect(() => {
    unkept.current = null;
    if (isSaved) return void forgetForm(key);
    if (!isChanged) return;
    const keep = () => {
      unkept.current = null;
      const form = { values: JSON.parse(typed) as ClaimValues, receipt, savedAt: new Date().toISOString() };
      void keepForm(key, form);
    };
    unkept.current = keep;
    const timer = setTimeout(keep, REST_MS);
    return () => clearTimeout(timer);
  }, [key, typed, receipt, isChanged, isSaved]);

  // Leaving, or being sent to the login, does not wait until typing rests.
  useEffect(() => {
    const keepNow = () => unkept.current?.();
    window.addEventListener('pagehide', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      keepNow();
    };
  }, []);

  return {
    found,
    /** Takes the offer away, and with it what was kept. */
    discard: () => {
      setFound(null);
      void forgetForm(key);
    },
    /** Takes the offer away, once it was accepted. */
    settle: () => setFound(null),
  };
}
