import { useRef, useState } from 'react';
import * as texts from '#strings/filter-chips';
import { Glyph } from '#ui/glyph';
import { IconButton } from '#ui/button';
import FilterMenu, { type FilterChipsProps } from './filter-menu';
import type { FilterKind } from './filter-kind';
import { FILTER_KINDS } from './kinds';

/** Shows each filter that has been added, with its value. */
export default function Chips(props: FilterChipsProps) {
  return (
    <ul aria-label={texts.filters} className="mb-2 flex flex-wrap gap-2">
      {FILTER_KINDS.map((kind) => {
        const value = kind.valueOf(props.search);
        return value !== null && <Chip key={kind.label} {...props} kind={kind} value={value} />;
      })}
    </ul>
  );
}

function Chip({ kind, value, ...props }: FilterChipsProps & { kind: FilterKind; value: string }) {
  const { label, keys } = kind;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex items-center rounded-lg border border-line-strong bg-surface text-sm">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={value}
        className="min-h-7 max-w-[calc(100vw-5rem)] truncate rounded-lg ps-2.5 pe-1 hover:bg-sunken sm:max-w-120"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="text-muted">{label}:</span> <span className="font-medium">{value}</span>
      </button>
      <IconButton
        small
        label={texts.remove(label)}
        onClick={() => props.onChange(Object.fromEntries(keys.map((key) => [key, undefined])))}
      >
        <Glyph name="x" />
      </IconButton>
      {isOpen && <FilterMenu {...props} anchor={button} kind={kind} onClose={() => setOpen(false)} />}
    </li>
  );
}
