import { useRef, useState } from 'react';
import * as texts from '#strings/admin-expenses';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { hasChips, isSeveral } from '../panel-search';
import type { FilterChipsProps } from './filter-menu';

const FilterMenu = lazyPart(() => import('./filter-menu'));
const Chips = lazyPart(
  () => import('./chips'),
  () => <div className="mb-2 h-8" />,
);

export function AddFilter(props: FilterChipsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        size="sm"
        aria-label={texts.addFilter}
        title={texts.addFilter}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="h-9"
        onPointerEnter={FilterMenu.preload}
        onClick={() => setOpen(!isOpen)}
      >
        + <span className="md:max-xl:sr-only">{texts.filter}</span>
      </Button>
      {isOpen && <FilterMenu {...props} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}

export function FilterChips(props: FilterChipsProps) {
  return (hasChips(props.search) || isSeveral(props.search.user)) && <Chips {...props} />;
}
