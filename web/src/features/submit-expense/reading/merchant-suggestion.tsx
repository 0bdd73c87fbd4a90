import { isBlank } from '@outlay/rules';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ClaimValues } from '#expense/claim-values';
import * as texts from '#strings/reading';
import { Button } from '#ui/button';

/** Offers the merchant of the receipt for an empty justification. */
export function MerchantSuggestion({ merchant }: { merchant: string }) {
  const { control, setValue, setFocus } = useFormContext<ClaimValues>();
  const justification = useWatch({ control, name: 'justification' });
  if (!isBlank(justification)) return null;
  const use = () => {
    setValue('justification', merchant, { shouldDirty: true });
    // The button is gone, and what it was for is still to be typed.
    setFocus('justification');
  };
  return (
    <Button size="sm" className="mt-2" onClick={use}>
      {texts.useMerchant(merchant)}
    </Button>
  );
}
