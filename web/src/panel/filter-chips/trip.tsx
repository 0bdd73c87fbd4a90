import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { claimFields } from '@outlay/contracts';
import { isBlank } from '@outlay/rules';
import { useId } from 'react';
import * as texts from '#strings/filter-chips';
import type { ListPage } from '#expense/expense-list';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { ALL_EXPENSES } from '../queries';
import { Apply, type FieldsProps, type FilterKind } from './filter-kind';

/** The claims that have the name of one trip, in any case, whoever travelled. */
export const tripKind: FilterKind = {
  label: texts.trip,
  keys: ['trip'],
  valueOf: ({ trip }) => trip ?? null,
  Fields: TripFields,
  read: ({ trip = '' }) => ({ chips: { trip: isBlank(trip) ? undefined : trip.trim() } }),
};

function TripFields({ chips, onType }: FieldsProps) {
  const client = useQueryClient();
  const id = useId();
  const lists = client.getQueriesData<InfiniteData<ListPage>>({ queryKey: [...ALL_EXPENSES.key, 'list'] });
  const rows = lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.rows) ?? []);
  const names = [...new Set(rows.flatMap(({ trip }) => trip ?? []))].sort((a, b) => a.localeCompare(b));
  return (
    <>
      <Field label={texts.tripName} hint={texts.tripHint}>
        {(control) => (
          <Input
            {...control}
            list={id}
            autoComplete="off"
            maxLength={claimFields.trip.max}
            value={chips.trip ?? ''}
            onChange={({ target }) => onType({ trip: target.value })}
          />
        )}
      </Field>
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Apply />
    </>
  );
}
