import type { UserJson } from '@outlay/contracts';
import { useCallback, useId, useState } from 'react';
import * as texts from '#strings/audit';
import { filtersSet } from '#strings/list-filters';
import { Filter } from '#expense/list-filters';
import { cn } from '#lib/cn';
import { useTypedSearch } from '#lib/use-typed-search';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { Field } from '#ui/field';
import { KINDS, type AuditSearch } from '../audit-search';

export interface FiltersProps {
  search: AuditSearch;
  users: readonly UserJson[];
  onChange: (changes: Partial<AuditSearch>) => void;
}

export function Filters({ search, users, onChange }: FiltersProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { as_of: _, ...filters } = search;
  const chosen = Object.keys(filters).length;
  return (
    <div role="search" aria-label={texts.filters} className="mb-4">
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} className="md:hidden">
        {chosen > 0 ? filtersSet(chosen) : texts.filters}
      </Button>
      <div
        id={id}
        className={cn(
          'grid grid-cols-2 gap-3 max-md:mt-3 md:grid-cols-3 xl:grid-cols-[1.3fr_1fr_1.2fr_1.2fr_1fr_1fr]',
          !isOpen && 'max-md:hidden',
        )}
      >
        <Filter
          isInline={false}
          label={texts.person}
          value={search.person ?? ''}
          options={[['', texts.everybody], ...users.map((user) => [user.id, labelOf(user)] as const)]}
          onChange={(person) => onChange({ person })}
        />
        <Filter
          isInline={false}
          label={texts.kind}
          value={search.kind ?? ''}
          options={[['', texts.everything], ...KINDS.map((kind) => [kind, texts.kinds[kind]] as const)]}
          onChange={(value) => onChange({ kind: KINDS.find((kind) => kind === value) })}
        />
        <Typed name="expense" label={texts.expense} placeholder={texts.expensePlaceholder} {...{ search, onChange }} />
        <Typed name="payment" label={texts.payment} placeholder={texts.paymentPlaceholder} {...{ search, onChange }} />
        <Day name="from" label={texts.from} {...{ search, onChange }} />
        <Day name="to" label={texts.to} {...{ search, onChange }} />
      </div>
    </div>
  );
}

interface OneProps<Name> extends Pick<FiltersProps, 'search' | 'onChange'> {
  name: Name;
  label: string;
}

function Typed({
  name,
  label,
  placeholder,
  search,
  onChange,
}: OneProps<'expense' | 'payment'> & { placeholder: string }) {
  const [typed, setTyped] = useTypedSearch(
    search[name] ?? '',
    useCallback((text: string) => onChange({ [name]: text.trim() }), [name, onChange]),
  );
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="search"
          value={typed}
          maxLength={80}
          placeholder={placeholder}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </Field>
  );
}

function Day({ name, label, search, onChange }: OneProps<'from' | 'to'>) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="date"
          value={search[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

export function labelOf({ first_name, last_name, email }: UserJson): string {
  return `${first_name} ${last_name} (${email})`;
}
