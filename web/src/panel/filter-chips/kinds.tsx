import type { ReactNode } from 'react';
import { CLASSIFICATION_LABELS, CURRENCIES } from '@outlay/rules';
import * as texts from '#strings/filter-chips';
import type { ChipFilter } from '#expense/expense-list';
import { formatDate, formatMoney } from '#expense/format';
import { localToday } from '#lib/local-today';
import { datesOfMonth } from '#lib/month';
import { Button } from '#ui/button';
import { Input, Select } from '#ui/controls';
import { Field } from '#ui/field';
import { CURRENCIES as REIMBURSED_IN } from '../currencies';

export interface FilterKind {
  readonly label: string;
  readonly keys: readonly (keyof ChipFilter)[];
  /** The values as the chip shows them; null if the filter is not set. */
  readonly valueOf: (chips: ChipFilter) => string | null;
  readonly Fields: (props: FieldsProps) => ReactNode;
}

interface FieldsProps {
  readonly chips: ChipFilter;
  readonly onType: (changes: ChipFilter) => void;
  /** Applies at once. */
  readonly onChoose: (chips: ChipFilter) => void;
}

const dates: FilterKind = {
  label: texts.dates,
  keys: ['date_from', 'date_to'],
  valueOf: ({ date_from, date_to }) => rangeOf(date_from && formatDate(date_from), date_to && formatDate(date_to)),
  Fields: DateFields,
};

const money = (amount: string | undefined) => amount && formatMoney(Number(amount));

const reimbursement: FilterKind = {
  label: texts.reimbursement,
  keys: ['reimbursement_from', 'reimbursement_to', 'reimbursement_currency'],
  valueOf: ({ reimbursement_from, reimbursement_to, reimbursement_currency }) =>
    [rangeOf(money(reimbursement_from), money(reimbursement_to)), reimbursement_currency].filter(Boolean).join(' ') ||
    null,
  Fields: ReimbursementFields,
};

export const FILTER_KINDS: readonly FilterKind[] = [
  dates,
  reimbursement,
  choice(texts.currency, 'currency', Object.fromEntries(CURRENCIES.map((each) => [each, each]))),
  choice(texts.classification, 'classification', CLASSIFICATION_LABELS),
  choice(texts.receipt, 'receipt_kind', texts.receiptKinds),
  choice(texts.overridden, 'overridden', texts.answers),
  choice(texts.amended, 'amended', texts.answers),
];

/** One of the values, which applies at once. */
function choice(label: string, key: keyof ChipFilter, labels: Readonly<Record<string, string>>): FilterKind {
  return {
    label,
    keys: [key],
    valueOf: ({ [key]: value }) => (value ? (labels[value] ?? value) : null),
    Fields: ({ chips, onChoose }) => (
      <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
        {Object.entries(labels).map(([value, shown]) => (
          <Button
            key={value}
            size="sm"
            aria-pressed={chips[key] === value}
            className="aria-pressed:bg-sunken"
            onClick={() => onChoose(oneChip(key, value))}
          >
            {shown}
          </Button>
        ))}
      </div>
    ),
  };
}

function rangeOf(from: string | undefined, to: string | undefined): string | null {
  if (from && to) return from === to ? from : texts.range(from, to);
  return from ? texts.onlyFrom(from) : to ? texts.onlyTo(to) : null;
}

function DateFields({ onChoose, ...typed }: FieldsProps) {
  const today = localToday();
  const year = today.slice(0, 4);
  const presets = [
    [texts.thisMonth, datesOfMonth(today)],
    [texts.lastMonth, datesOfMonth(today, -1)],
    [texts.thisYear, { date_from: `${year}-01-01`, date_to: `${year}-12-31` }],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap gap-1.5">
        {presets.map(([label, chosen]) => (
          <Button key={label} size="sm" onClick={() => onChoose(chosen)}>
            {label}
          </Button>
        ))}
      </div>
      <Range {...typed} of={['date_from', 'date_to']} type="date" />
      <Apply />
    </>
  );
}

function ReimbursementFields({ chips, onType }: FieldsProps) {
  return (
    <>
      <Range of={['reimbursement_from', 'reimbursement_to']} type="number" chips={chips} onType={onType} />
      <Field label={texts.currency}>
        {(control) => (
          <Select
            {...control}
            value={chips.reimbursement_currency ?? ''}
            onChange={({ target }) => onType(oneChip('reimbursement_currency', target.value))}
          >
            <option value="">{texts.anyCurrency}</option>
            {REIMBURSED_IN.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </Field>
      <Apply />
    </>
  );
}

function Apply() {
  return (
    <Button type="submit" variant="primary" size="sm">
      {texts.apply}
    </Button>
  );
}

/** The server refuses a value that it does not know. */
function oneChip(key: keyof ChipFilter, value: string): ChipFilter {
  return { [key]: value };
}

interface RangeProps extends Pick<FieldsProps, 'chips' | 'onType'> {
  of: readonly [keyof ChipFilter, keyof ChipFilter];
  type: string;
}

function Range({ of, type, chips, onType }: RangeProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {of.map((key, at) => (
        <Field key={key} label={at === 0 ? texts.from : texts.to}>
          {(control) => (
            <Input
              {...control}
              type={type}
              {...(type === 'number' && { min: 0, step: 0.01 })}
              value={chips[key] ?? ''}
              onChange={({ target }) => onType(oneChip(key, target.value))}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
