import type { SummaryJson } from '@outlay/contracts';
import { ADMIN_CATEGORIES, CATEGORIES, STATUSES } from '@outlay/rules';
import { Search } from 'lucide-react';
import * as texts from '#strings/admin-expenses';
import { STATUS_LOOK } from '#expense/status-pill';
import { Input, Select } from '#ui/controls';
import { Field } from '#ui/field';
import { readPanelSearch, sortOf, type PanelSearch } from '#panel/panel-search';

export interface FiltersProps {
  search: PanelSearch;
  emails: readonly string[];
  categories: readonly string[];
  typed: string;
  onTyped: (typed: string) => void;
  onChange: (changes: Partial<PanelSearch>) => void;
}

export function Filters({ search, emails, categories, typed, onTyped, onChange }: FiltersProps) {
  return (
    <search
      aria-label={texts.filters}
      className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-4 xl:grid-cols-[2fr_2fr_1fr_1.3fr_minmax(12.5rem,1.5fr)]"
    >
      <Field label={texts.search} className="col-span-2 lg:col-span-4 xl:col-span-1">
        {(control) => (
          <span className="relative block">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
            <Input
              {...control}
              type="search"
              value={typed}
              maxLength={100}
              onChange={({ target }) => onTyped(target.value)}
              placeholder={texts.searched}
              className="pl-9"
            />
          </span>
        )}
      </Field>
      <Field label={texts.user} className="col-span-2 sm:col-span-1">
        {(control) => (
          <Select {...control} value={search.user ?? ''} onChange={({ target }) => onChange({ user: target.value })}>
            <option value="">{texts.allUsers}</option>
            {withChosen(emails, search.user).map((email) => (
              <option key={email}>{email}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.status}>
        {(control) => (
          <Select
            {...control}
            value={search.status ?? ''}
            onChange={({ target }) => onChange({ status: readPanelSearch({ status: target.value }).status })}
          >
            <option value="">{texts.all}</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {STATUS_LOOK[status].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.category}>
        {(control) => (
          <Select
            {...control}
            value={search.category ?? ''}
            onChange={({ target }) => onChange({ category: target.value })}
          >
            <option value="">{texts.all}</option>
            {withChosen(categories, search.category).map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.sortBy} className="col-span-2 sm:col-span-1">
        {(control) => (
          <Select
            {...control}
            value={sortOf(search)}
            onChange={({ target }) => onChange({ sort: readPanelSearch({ sort: target.value }).sort })}
          >
            <option value="submission">{texts.bySubmission}</option>
            <option value="oldest">{texts.bySubmissionOldest}</option>
            <option value="expense">{texts.byDate}</option>
          </Select>
        )}
      </Field>
    </search>
  );
}

function withChosen(offered: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen && !offered.includes(chosen) ? [...offered, chosen] : offered;
}

export function categoriesOf(summary: SummaryJson | undefined): string[] {
  const offered = new Set<string>([...CATEGORIES, ...ADMIN_CATEGORIES, ...(summary?.categories ?? [])]);
  offered.delete('Other');
  return [...offered, 'Other'];
}
