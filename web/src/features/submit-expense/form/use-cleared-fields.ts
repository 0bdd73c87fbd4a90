import { useEffect } from 'react';
import type { UseFormSetValue } from 'react-hook-form';
import type { ClaimValues } from '#expense/claim-values';

/** Clears hidden fields, so that they do not return with old values. */
export function useClearedFields(
  setValue: UseFormSetValue<ClaimValues>,
  { hidesVat, hasReceipt }: { hidesVat: boolean; hasReceipt: boolean },
) {
  useEffect(() => {
    if (hidesVat) setValue('vatAmount', '');
  }, [hidesVat, setValue]);
  useEffect(() => {
    if (hasReceipt) setValue('noReceipt', false);
  }, [hasReceipt, setValue]);
}
