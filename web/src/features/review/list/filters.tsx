import type { SummaryJson } from '@outlay/contracts';
import { ADMIN_CATEGORIES, CATEGORIES } from '@outlay/rules';
import { sortBy } from '#strings/list-filters';
import * as texts from '#strings/admin-expenses';
import { CategoryFilter, Filter, ListFilters, StatusFilter, withChosen } from '#expense/list-filters';
import { AddFilter } from '#panel/filter-chips/add-filter';
import { ViewButton } from './view-button';
import { isSeveral, readPanelSearch, sortOf, type PanelSearch } from '#panel/panel-search';

const BESIDE = 'lg:max-[96rem]:sr-only';

export interface FiltersProps {
  search: PanelSearch;
  emails: readonly string[];
  categories: readonly string[];
  typed: string;
  onTyped: (typed: string) => void;
  onChange: (changes: Partial<PanelSearch>) => void;
}

export function Filters({ search, emails, categories, typed, onTyped, onChange }: FiltersProps) {
  const { user = '', status, category, sort } = search;
  return (
    <ListFilters
      typed={typed}
      onTyped={onTyped}
      searched={texts.searched}
      chosen={[user, status, category, sort].filter(Boolean).length}
      className="md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_auto_minmax(0,0.9fr)_auto] md:gap-x-3! lg:gap-x-2! lg:grid-cols-[minmax(7.5rem,1.6fr)_minmax(7.5rem,1fr)_auto_minmax(8.5rem,0.8fr)_minmax(13rem,0.9fr)_auto]"
    >
      <Filter
        // The choice says what it is, where there is no room for both.
        label={<span className={BESIDE}>{texts.user}</span>}
        className="col-span-2 md:col-span-1"
        value={user}
        options={[['', texts.allUsers], ...withChosen(emails, user, isSeveral(user) ? texts.severalUsers : user)]}
        onChange={(next) => onChange({ user: next })}
      />
      <StatusFilter status={status} onStatus={(next) => onChange({ status: next })} />
      <CategoryFilter category={category} categories={categories} onCategory={(next) => onChange({ category: next })} />
      <Filter
        label={<span className={BESIDE}>{sortBy}</span>}
        className="col-span-2 md:col-span-1"
        value={sortOf(search)}
        options={[
          ['submission', texts.bySubmission],
          ['oldest', texts.bySubmissionOldest],
          ['expense', texts.byDate],
        ]}
        onChange={(next) => onChange({ sort: readPanelSearch({ sort: next }).sort })}
      />
      <span className="col-span-2 flex gap-2 md:col-span-1">
        <AddFilter search={search} onChange={onChange} />
        <ViewButton />
      </span>
    </ListFilters>
  );
}

export function categoriesOf(summary: SummaryJson | undefined): string[] {
  const offered = new Set<string>([...CATEGORIES, ...ADMIN_CATEGORIES, ...(summary?.categories ?? [])]);
  offered.delete('Other');
  return [...offered, 'Other'];
}
