import { sortBy } from '#strings/list-filters';
import * as texts from '#strings/my-expenses';
import { CategoryFilter, Filter, ListFilters, StatusFilter } from '#expense/list-filters';
import type { ListSearch } from './list-search';

export interface FiltersProps {
  search: ListSearch;
  categories: readonly string[];
  typed: string;
  onTyped: (typed: string) => void;
  onChange: (changes: Partial<ListSearch>) => void;
}

export function Filters({ search, categories, typed, onTyped, onChange }: FiltersProps) {
  const { status, category, sort } = search;
  return (
    <ListFilters
      typed={typed}
      onTyped={onTyped}
      searched={texts.searched}
      chosen={[status, category, sort].filter(Boolean).length}
      className="md:grid-cols-[minmax(0,1.5fr)_auto_minmax(0,1fr)_auto]"
    >
      <StatusFilter status={status} onStatus={(next) => onChange({ status: next })} />
      <CategoryFilter
        category={category}
        categories={categories}
        onCategory={(next) => onChange({ category: next || undefined })}
      />
      <Filter
        label={sortBy}
        className="col-span-2 md:col-span-1"
        value={sort ?? 'submission'}
        options={[
          ['submission', texts.bySubmission],
          ['expense', texts.byDate],
        ]}
        onChange={(next) => onChange({ sort: next === 'expense' ? 'expense' : undefined })}
      />
    </ListFilters>
  );
}
