import {
  CLASSIFICATION_LABELS,
  compareDecimals,
  CURRENCIES,
  currencyMessages,
  isIsoDate,
  parseAmount,
} from '@outlay/rules';
import * as texts from '#strings/filter-chips';
import { AmountField } from '#expense/amount-field';
import type { ChipFilter } from '#expense/expense-list';
import { formatDate, formatMoney } from '#expense/format';
import { localToday } from '#lib/local-today';
import { datesOfMonth } from '#lib/month';
import { Button } from '#ui/button';
import { Input, Select } from '#ui/controls';
import { Field } from '#ui/field';
import { CURRENCIES as REIMBURSED_IN } from '../currencies';
import { Apply, type Chosen, type FieldsProps, type FilterKind } from './filter-kind';
import { Count } from './count';
import { mentionsKind } from './mentions';
import { peopleKind } from './people';
import { tripKind } from './trip';

// The address may hold anything; the server refuses it in words.
const day = (date: string | undefined) => (date && isIsoDate(date) ? formatDate(date) : date);
const money = (amount: string | undefined) =>
  amount && parseAmount(amount) !== null ? formatMoney(Number(amount)) : amount;

const dates: FilterKind = {
  label: texts.dates,
  keys: ['date_from', 'date_to'],
  valueOf: ({ date_from, date_to }) => rangeOf(day(date_from), day(date_to)),
  Fields: DateFields,
  read: (typed) => {
    const { date_from = '', date_to = '' } = typed;
    return date_from && date_to && date_from > date_to
      ? { errors: { date_to: texts.datesReversed } }
      : { chips: typed };
  },
};

const AMOUNTS = ['reimbursement_from', 'reimbursement_to'] as const;
const reimbursement: FilterKind = {
  label: texts.reimbursement,
  keys: ['reimbursement_from', 'reimbursement_to', 'reimbursement_currency'],
  valueOf: ({ reimbursement_from, reimbursement_to, reimbursement_currency }) =>
    [rangeOf(money(reimbursement_from), money(reimbursement_to)), reimbursement_currency].filter(Boolean).join(' ') ||
    null,
  Fields: ReimbursementFields,
  read: readReimbursement,
};

const offered = choice(texts.currency, 'currency', Object.fromEntries(CURRENCIES.map((each) => [each, each])));
const currency: FilterKind = {
  ...offered,
  Fields: (props) => (
    <>
      <offered.Fields {...props} />
      <Field label={texts.otherCurrency} error={props.errors.currency}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={3}
            value={props.chips.currency ?? ''}
            onChange={({ target }) => props.onType({ currency: target.value.toUpperCase() })}
          />
        )}
      </Field>
      <Apply />
    </>
  ),
  read: (typed) =>
    typed.currency && !/^[A-Z]{3}$/.test(typed.currency)
      ? { errors: { currency: currencyMessages.invalid } }
      : { chips: typed },
};

export const FILTER_KINDS: readonly FilterKind[] = [
  peopleKind,
  dates,
  reimbursement,
  currency,
  choice(texts.classification, 'classification', CLASSIFICATION_LABELS),
  choice(texts.receipt, 'receipt_kind', texts.receiptKinds),
  choice(texts.overridden, 'overridden', texts.answers),
  choice(texts.amended, 'amended', texts.answers),
  { ...choice(texts.waiting, 'waiting', texts.answers), Count: () => <Count of={{ waiting: 'yes' }} /> },
  mentionsKind,
  choice(texts.duplicates, 'duplicates', texts.answers),
  tripKind,
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

function DateFields({ chips, errors, onType, onChoose }: FieldsProps) {
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
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {(['date_from', 'date_to'] as const).map((key, at) => (
          <Field key={key} label={at === 0 ? texts.from : texts.to} error={errors[key]}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={chips[key] ?? ''}
                onChange={({ target }) => onType({ [key]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Apply />
    </>
  );
}

function readReimbursement(typed: Chosen): ReturnType<NonNullable<FilterKind['read']>> {
  const errors: Record<string, string> = {};
  const [from, to] = AMOUNTS.map((key) => {
    const text = typed[key]?.trim() ?? '';
    const amount = text ? parseAmount(text) : '';
    if (amount === null) errors[key] = texts.amountInvalid;
    return amount ?? '';
  });
  if (from && to && compareDecimals(from, to) > 0) errors.reimbursement_to = texts.amountsReversed;
  return Object.keys(errors).length > 0
    ? { errors }
    : { chips: { ...typed, reimbursement_from: from, reimbursement_to: to } };
}

function ReimbursementFields({ chips, errors, onType }: FieldsProps) {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        {AMOUNTS.map((key, at) => (
          <AmountField
            key={key}
            label={at === 0 ? texts.from : texts.to}
            value={chips[key] ?? ''}
            error={errors[key]}
            onChange={(value) => onType({ [key]: value })}
          />
        ))}
      </div>
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

/** The server refuses a value that it does not know. */
function oneChip(key: keyof ChipFilter, value: string): ChipFilter {
  return { [key]: value };
}
