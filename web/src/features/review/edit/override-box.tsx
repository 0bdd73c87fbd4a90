import type { ExpenseJson } from '@outlay/contracts';
import { useId } from 'react';
import * as texts from '#strings/admin-edit';
import { formatRate } from '#expense/format';
import { Checkbox } from '#ui/controls';

export interface OverrideBoxProps {
  expense: ExpenseJson;
  isOutdated: boolean;
  cleared: boolean;
  disabled: boolean;
  onClear: (cleared: boolean) => void;
}

export function OverrideBox({ expense, isOutdated, cleared, disabled, onClear }: OverrideBoxProps) {
  const hint = useId();
  const { amount, override_exchange_rate: rate, override_reason: reason } = expense;
  if (rate === null) return null;
  return (
    <div className="space-y-2 rounded-lg border border-line bg-sunken p-3.5 text-sm">
      <p className="wrap-anywhere">{texts.override(formatRate(rate, amount), reason ?? '–')}</p>
      {!isOutdated && (
        <Checkbox
          name="clearOverride"
          aria-describedby={hint}
          disabled={disabled}
          checked={cleared}
          onChange={({ target }) => onClear(target.checked)}
        >
          {texts.clearOverride}
        </Checkbox>
      )}
      <p id={hint} aria-live="polite" className="text-muted">
        {isOutdated ? texts.overrideGoes : cleared ? texts.overrideClears : texts.overrideStays}
      </p>
    </div>
  );
}
