import type { UserJson } from '@outlay/contracts';
import { useState } from 'react';
import * as texts from '#strings/audit';
import { hint } from '#strings/proof-pack';
import { Filter } from '#expense/list-filters';
import { ProofPackButton } from '#expense/proof-pack-button';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { labelOf } from '../list/filters';

const ROW = 'grid max-w-3xl gap-3 sm:grid-cols-[1fr_1fr_auto] sm:items-end';

export interface ProofPacksProps {
  users: readonly UserJson[];
  /** The person whom the timeline is filtered by. */
  person: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** Packs for a person or a period. Those of an expense or a payment are offered where these are shown. */
export function ProofPacks({ users, ...filter }: ProofPacksProps) {
  const [person, setPerson] = useState(filter.person ?? '');
  const [{ from, to }, setPeriod] = useState({ from: filter.from ?? '', to: filter.to ?? '' });
  const chosen = users.find(({ id }) => id === person);
  const personName = chosen && `${chosen.first_name} ${chosen.last_name}`;
  const isReversed = Boolean(from && to && from > to);
  return (
    <section aria-label={texts.packs} className="mt-4 space-y-4">
      <p className="max-w-3xl text-muted">{hint}</p>
      <div className={ROW}>
        <div className="sm:col-span-2">
          <Filter
            isInline={false}
            label={texts.packOfPerson}
            value={person}
            options={[['', texts.choosePerson], ...users.map((user) => [user.id, labelOf(user)] as const)]}
            onChange={setPerson}
          />
        </div>
        <ProofPackButton of={person ? { person } : null} name={personName} />
      </div>
      <div className={ROW}>
        <Field label={texts.packFrom}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={from}
              onChange={({ target }) => setPeriod({ from: target.value, to })}
            />
          )}
        </Field>
        <Field label={texts.packTo}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={to}
              min={from}
              aria-invalid={isReversed || undefined}
              onChange={({ target }) => setPeriod({ from, to: target.value })}
            />
          )}
        </Field>
        <ProofPackButton of={from && to && !isReversed ? { from, to } : null} />
      </div>
      {isReversed && (
        <p role="alert" className="text-danger">
          {texts.packReversed}
        </p>
      )}
    </section>
  );
}
