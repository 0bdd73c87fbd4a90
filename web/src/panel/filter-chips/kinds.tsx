import type { ReactNode } from 'react';
import * as texts from '#strings/filter-chips';
import type { ChipFilter } from '#expense/expense-list';
import { formatDate } from '#expense/format';
import { localToday } from '#lib/local-today';
import { datesOfMonth } from '#lib/month';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';

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

export const FILTER_KINDS: readonly FilterKind[] = [dates];

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
    </>
  );
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
              value={chips[key] ?? ''}
              onChange={({ target }) => onType({ [key]: target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
