import { STATUSES } from '@outlay/rules';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { STATUS_LOOK } from '../../../expense/status-pill';
import { Input, Select } from '../../../ui/controls';
import { readListSearch, type ListSearch } from '../list/list-search';

export interface FiltersProps {
  search: ListSearch;
  categories: readonly string[];
  typed: string;
  onTyped: (typed: string) => void;
  onChange: (changes: Partial<ListSearch>) => void;
  /** How many the filters let through; null while none is set. */
  found: number | null;
}

export function Filters({ search, categories, typed, onTyped, onChange, found }: FiltersProps) {
  const { status = '', category = '', sort = 'submission' } = search;
  // A category the address names stays in the list, though no expense has it any more.
  const offered = category && !categories.includes(category) ? [...categories, category] : categories;
  return (
    <div role="search" aria-label="Filters" className="mb-4">
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(12rem,2fr)_1fr_1fr_1.25fr]">
        <Labelled label="Search" className="col-span-2 lg:col-span-1">
          <span className="relative block">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
            <Input
              type="search"
              value={typed}
              onChange={(event) => onTyped(event.target.value)}
              placeholder="Name, amount, date, ID or text"
              className="pl-9"
            />
          </span>
        </Labelled>
        <Labelled label="Status">
          <Select
            value={status}
            onChange={(event) => onChange({ status: readListSearch({ status: event.target.value }).status })}
          >
            <option value="">All</option>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {STATUS_LOOK[each].label}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled label="Category">
          <Select value={category} onChange={(event) => onChange({ category: event.target.value || undefined })}>
            <option value="">All</option>
            {offered.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Labelled>
        <Labelled label="Sort by" className="col-span-2 sm:col-span-1">
          <Select
            value={sort}
            onChange={(event) => onChange({ sort: event.target.value === 'expense' ? 'expense' : undefined })}
          >
            <option value="submission">Submission date (newest)</option>
            <option value="expense">Expense date (newest)</option>
          </Select>
        </Labelled>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm text-muted">
        {found !== null && (found === 1 ? '1 expense matches' : `${found} expenses match`)}
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
