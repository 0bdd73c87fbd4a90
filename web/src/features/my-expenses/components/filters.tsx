import { STATUSES } from '@outlay/rules';
import { Search } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import * as texts from '#strings/my-expenses';
import { STATUS_LOOK } from '#expense/status-pill';
import { isDialogOpen, useSingleKeys } from '#lib/use-single-keys';
import { Input, Select } from '#ui/controls';
import { readListSearch, type ListSearch } from '../list/list-search';

export interface FiltersProps {
  search: ListSearch;
  categories: readonly string[];
  typed: string;
  onTyped: (typed: string) => void;
  onChange: (changes: Partial<ListSearch>) => void;
  /** How many match, in words. */
  matches: string | null;
}

export function Filters({ search, categories, typed, onTyped, onChange, matches }: FiltersProps) {
  const field = useRef<HTMLInputElement>(null);
  const focus = (event: KeyboardEvent) => {
    event.preventDefault();
    field.current?.focus();
  };
  useSingleKeys(true, { '/': focus }, isDialogOpen);
  const { status = '', category = '', sort = 'submission' } = search;
  // A category in the URL stays selectable, even if no expense has it.
  const offered = category && !categories.includes(category) ? [...categories, category] : categories;
  return (
    <div role="search" aria-label={texts.filters} className="mb-4">
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(12rem,2fr)_1fr_1fr_1.25fr]">
        <Labelled label={texts.search} className="col-span-2 lg:col-span-1">
          <span className="relative block">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
            <Input
              ref={field}
              type="search"
              value={typed}
              maxLength={100}
              onChange={(event) => onTyped(event.target.value)}
              placeholder={texts.searched}
              className="pl-9"
            />
          </span>
        </Labelled>
        <Labelled label={texts.status}>
          <Select
            value={status}
            onChange={(event) => onChange({ status: readListSearch({ status: event.target.value }).status })}
          >
            <option value="">{texts.all}</option>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {STATUS_LOOK[each].label}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled label={texts.category}>
          <Select value={category} onChange={(event) => onChange({ category: event.target.value || undefined })}>
            <option value="">{texts.all}</option>
            {offered.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Labelled>
        <Labelled label={texts.sortBy} className="col-span-2 sm:col-span-1">
          <Select
            value={sort}
            onChange={(event) => onChange({ sort: event.target.value === 'expense' ? 'expense' : undefined })}
          >
            <option value="submission">{texts.bySubmission}</option>
            <option value="expense">{texts.byDate}</option>
          </Select>
        </Labelled>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {matches}
      </p>
    </div>
  );
}

function Labelled({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <label className={className}>
      <span className="mb-1 block text-sm font-medium">{label}</span>
      {children}
    </label>
  );
}
