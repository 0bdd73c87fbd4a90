import { receiptMessages } from '@outlay/rules';
import { useFormContext } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { Checkbox } from '#ui/controls';
import type { ClaimValues } from '#expense/claim-values';
import { CardPart } from '#ui/card';

export interface HonorDeclarationProps {
  isPrivileged: boolean;
  hasReceipt: boolean;
}

/** Only partners and super admins may declare a missing receipt. */
export function HonorDeclaration({ isPrivileged, hasReceipt }: HonorDeclarationProps) {
  const { register } = useFormContext<ClaimValues>();
  if (!isPrivileged && hasReceipt) return null;
  if (!isPrivileged) return <p className="text-sm text-muted">{receiptMessages.requiredForAll}</p>;
  return (
    <CardPart title={texts.noReceipt}>
      {/* `disabled` is not passed to `register`, which would clear the value. */}
      <Checkbox {...register('noReceipt')} disabled={hasReceipt}>
        {texts.declaration}
      </Checkbox>
    </CardPart>
  );
}
