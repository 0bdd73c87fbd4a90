import { useState, type RefObject } from 'react';
import * as listTexts from '#strings/admin-expenses';
import { Button } from '#ui/button';
import { chipsOf, type PanelSearch } from '../panel-search';
import { Popup } from '../popup';
import type { ChipErrors, Chosen, FilterKind } from './filter-kind';
import { FILTER_KINDS } from './kinds';

export interface FilterChipsProps {
  search: PanelSearch;
  onChange: (changes: Partial<PanelSearch>) => void;
}

interface FilterMenuProps extends FilterChipsProps {
  anchor: RefObject<HTMLButtonElement | null>;
  /** The filter to change; without one, the menu offers all of them. */
  kind?: FilterKind;
  onClose: () => void;
}

/** Offers the filters, and then the values of the one that is chosen. */
export default function FilterMenu({ anchor, kind: given, search, onChange, onClose }: FilterMenuProps) {
  const [kind, setKind] = useState(given);
  const choose: FilterChipsProps['onChange'] = (changes) => {
    onChange(changes);
    onClose();
  };
  return (
    <Popup
      anchor={anchor}
      label={kind?.label ?? listTexts.addFilter}
      align="start"
      className="w-88 max-w-[calc(100vw-2rem)] p-2"
      onClose={onClose}
    >
      {kind ? (
        <FilterForm key={kind.label} kind={kind} search={search} onChange={choose} />
      ) : (
        FILTER_KINDS.map((each) => (
          <Button
            key={each.label}
            variant="ghost"
            size="sm"
            className="flex w-full justify-start"
            onClick={() => setKind(each)}
          >
            {each.label} {each.Count && <each.Count />}
          </Button>
        ))
      )}
    </Popup>
  );
}

function FilterForm({ kind: { keys, Fields, read }, search, onChange }: FilterChipsProps & { kind: FilterKind }) {
  const [typed, setTyped] = useState<Chosen>({ ...chipsOf(search), user: search.user });
  const [errors, setErrors] = useState<ChipErrors>({});
  return (
    <form
      className="space-y-3 p-2"
      onSubmit={(event) => {
        event.preventDefault();
        const result = read?.(typed) ?? { chips: typed };
        if ('errors' in result) setErrors(result.errors);
        else onChange(Object.fromEntries(keys.map((key) => [key, result.chips[key] || undefined])));
      }}
    >
      <Fields
        chips={typed}
        errors={errors}
        onType={(changes) => {
          setTyped({ ...typed, ...changes });
          setErrors({});
        }}
        onChoose={onChange}
      />
    </form>
  );
}
