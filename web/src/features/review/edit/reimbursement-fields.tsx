import type { ExpenseJson } from '@outlay/contracts';
import { OVERRIDE_TOLERANCE_PERCENT, toNumber, type Decimal } from '@outlay/rules';
import * as texts from '#strings/admin-edit';
import { AmountField } from '#expense/amount-field';
import { currencyOf } from '#expense/claim-values';
import { formatMoney, formatRate } from '#expense/format';
import { cn } from '#lib/cn';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { Glyph } from '#ui/glyph';
import type { GlyphName } from '#ui/glyphs';
import { Notice } from '#ui/notice';
import type { EditErrors } from './amendment';
import type { EditOutcome } from './edit-outcome';
import type { EditValues } from './edit-values';

export interface ReimbursementFieldsProps {
  expense: ExpenseJson;
  values: EditValues;
  outcome: EditOutcome;
  errors: EditErrors;
  disabled: boolean;
  onChange: (change: Partial<EditValues>) => void;
}

export function ReimbursementFields(props: ReimbursementFieldsProps) {
  const { expense, values, outcome, errors, disabled, onChange } = props;
  const { conversion, expected, implied } = outcome;
  const to = expense.reimbursement_currency;
  const shown = values.reimbursement ?? expected ?? '';
  return (
    <div className="space-y-4">
      {conversion && (
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="figures">
            {texts.conversion(
              money(conversion.amount),
              currencyOf(values),
              formatRate(conversion.rate, conversion.amount),
              `${money(conversion.result)} ${to}`,
            )}
          </span>
          {shown !== conversion.result && !disabled && (
            <Button
              size="sm"
              onClick={() => onChange({ reimbursement: conversion.result === expected ? null : conversion.result })}
            >
              {texts.useConversion}
            </Button>
          )}
        </div>
      )}
      {expense.reimbursement_reason !== null && outcome.isRecomputed && !outcome.isManual && (
        <Notice tone="info">{texts.manualGoes(expense.reimbursement_reason)}</Notice>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AmountField
          label={texts.reimbursement(to)}
          name="reimbursement"
          disabled={disabled}
          value={shown}
          error={errors.reimbursement}
          onChange={(reimbursement) => onChange({ reimbursement })}
        />
        <Field label={texts.reason} hint={texts.reasonHint} error={errors.reason}>
          {(control) => (
            <Input
              {...control}
              name="reason"
              maxLength={500}
              required={outcome.isManual}
              disabled={disabled}
              value={values.reason}
              onChange={({ target }) => onChange({ reason: target.value })}
            />
          )}
        </Field>
      </div>
      <p aria-live="polite" className="min-h-5 text-sm">
        {implied && <Implied {...implied} amount={values.amount} />}
      </p>
    </div>
  );
}

function Implied(props: NonNullable<EditOutcome['implied']> & { amount: string }) {
  const { rate, amount, deviation, isWithinTolerance } = props;
  const icon: GlyphName = isWithinTolerance ? 'circle-check' : 'triangle-alert';
  const percent = deviation.startsWith('-') ? deviation : `+${deviation}`;
  return (
    <>
      <span className="text-muted">{texts.impliedRate}</span>{' '}
      <span className="figures">{formatRate(rate, amount)}</span>{' '}
      <strong className={cn('font-semibold', isWithinTolerance ? 'text-approved' : 'text-rejected')}>
        <Glyph name={icon} className="mx-1 inline size-4 align-text-bottom" />
        {isWithinTolerance ? texts.deviation(percent) : texts.deviationFar(percent, OVERRIDE_TOLERANCE_PERCENT)}
      </strong>
    </>
  );
}

const money = (amount: Decimal) => formatMoney(toNumber(amount));
