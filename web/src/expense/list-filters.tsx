import { STATUSES, type Status } from '@outlay/rules';
import { Glyph } from '#ui/glyph';
import { useId, useRef, useState, type ReactNode } from 'react';
import * as texts from '#strings/list-filters';
import { cn } from '#lib/cn';
import { isDialogOpen, useSingleKeys } from '#lib/use-single-keys';
import { Button } from '#ui/button';
import { Input, Select } from '#ui/controls';
import { Field } from '#ui/field';
import { STATUS_LOOK } from './status-pill';

export interface ListFiltersProps {
  typed: string;
  onTyped: (typed: string) => void;
  /** The fields that are searched. */
  searched: string;
  /** The number of filters that are set, which a phone hides. */
  chosen: number;
  className: string;
  children: ReactNode;
}

/** The search field, and the filters, which are folded on a phone. */
export function ListFilters({ typed, onTyped, searched, chosen, className, children }: ListFiltersProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const focus = (event: KeyboardEvent) => {
    event.preventDefault();
    field.current?.focus();
  };
  useSingleKeys(true, { '/': focus }, isDialogOpen);
  return (
    <div
      role="search"
      aria-label={texts.filters}
      className={cn(
        'mb-3 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2 gap-y-3 md:mb-2 md:items-center md:gap-x-4 md:gap-y-2',
        className,
      )}
    >
      <Field label={<span className="sr-only">{texts.search}</span>} className="md:gap-0!" isInline>
        {(control) => (
          <span className="relative block flex-1">
            <Glyph
              name="search"
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 size-4 text-muted"
            />
            <Input
              {...control}
              ref={field}
              type="search"
              value={typed}
              maxLength={100}
              onChange={({ target }) => onTyped(target.value)}
              placeholder={searched}
              className="pl-9 text-ellipsis md:h-9"
            />
          </span>
        )}
      </Field>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} className="md:hidden">
        {chosen > 0 ? texts.filtersSet(chosen) : texts.filters}
      </Button>
      <div id={id} className={cn('col-span-2 grid grid-cols-2 gap-3 md:contents', !isOpen && 'max-md:hidden')}>
        {children}
      </div>
    </div>
  );
}

export interface FilterProps {
  label: ReactNode;
  value: string;
  /** The values and labels of the options. */
  options: readonly (readonly [string, string])[];
  className?: string;
  isInline?: boolean;
  onChange: (value: string) => void;
}

export function Filter({ label, value, options, className, isInline = true, onChange }: FilterProps) {
  return (
    <Field label={label} className={className} isInline={isInline}>
      {(control) => (
        <Select
          {...control}
          className={isInline ? 'md:h-9' : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([each, shown]) => (
            <option key={each} value={each}>
              {shown}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export interface StatusFilterProps {
  status: Status | undefined;
  onStatus: (status: Status | undefined) => void;
}

export function StatusFilter({ status, onStatus }: StatusFilterProps) {
  return (
    <Filter
      label={texts.status}
      // A choice is as wide as what is chosen: without this, it would grow and shrink with that.
      className="md:[&_select]:min-w-28"
      value={status ?? ''}
      options={[['', texts.all], ...STATUSES.map((each) => [each, STATUS_LOOK[each].label] as const)]}
      onChange={(value) => onStatus(STATUSES.find((each) => each === value))}
    />
  );
}

export interface CategoryFilterProps {
  category: string | undefined;
  categories: readonly string[];
  onCategory: (category: string) => void;
}

export function CategoryFilter({ category = '', categories, onCategory }: CategoryFilterProps) {
  return (
    <Filter
      label={texts.category}
      value={category}
      options={[['', texts.all], ...withChosen(categories, category)]}
      onChange={onCategory}
    />
  );
}

/** The value in the URL stays selectable, even if no expense has it. */
export function withChosen(offered: readonly string[], chosen: string, shown = chosen): (readonly [string, string])[] {
  const options = offered.map((each) => [each, each] as const);
  return chosen && !offered.includes(chosen) ? [...options, [chosen, shown]] : options;
}
