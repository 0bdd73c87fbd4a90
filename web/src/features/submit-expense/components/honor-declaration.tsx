import { receiptMessages } from '@outlay/rules';
import { useFormContext } from 'react-hook-form';
import * as texts from '#strings/submit-expense';
import { Card, CardTitle } from '../../../ui/card';
import { Checkbox } from '../../../ui/controls';
import type { ClaimValues } from '../../../expense/claim-values';

export interface HonorDeclarationProps {
  isPrivileged: boolean;
  hasReceipt: boolean;
}

/** Partners and super admins may do without a receipt, on their honor; nobody else may (specification §5). */
export function HonorDeclaration({ isPrivileged, hasReceipt }: HonorDeclarationProps) {
  const { register } = useFormContext<ClaimValues>();
  if (!isPrivileged) return <p className="px-1 text-sm text-muted">{receiptMessages.requiredForAll}</p>;
  return (
    <Card className="p-5">
      <CardTitle>{texts.noReceipt}</CardTitle>
      {/* The box is disabled as such: the form's own `disabled` would take its value away. */}
      <Checkbox {...register('noReceipt')} disabled={hasReceipt} className="mt-3">
        {texts.declaration}
      </Checkbox>
    </Card>
  );
}
