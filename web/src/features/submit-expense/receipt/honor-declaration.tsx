import { receiptMessages } from '@outlay/rules';
import { useFormContext } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { Card, CardTitle } from '#ui/card';
import { Checkbox } from '#ui/controls';
import type { ClaimValues } from '#expense/claim-values';

export interface HonorDeclarationProps {
  isPrivileged: boolean;
  hasReceipt: boolean;
}

/** Only partners and super admins may declare a missing receipt. */
export function HonorDeclaration({ isPrivileged, hasReceipt }: HonorDeclarationProps) {
  const { register } = useFormContext<ClaimValues>();
  if (!isPrivileged && hasReceipt) return null;
  if (!isPrivileged) return <p className="px-1 text-sm text-muted">{receiptMessages.requiredForAll}</p>;
  return (
    <Card className="p-5">
      <CardTitle>{texts.noReceipt}</CardTitle>
      {/* `disabled` is not passed to `register`, which would clear the value. */}
      <Checkbox {...register('noReceipt')} disabled={hasReceipt} className="mt-3">
        {texts.declaration}
      </Checkbox>
    </Card>
  );
}
