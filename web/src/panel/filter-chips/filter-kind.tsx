import type { ReactNode } from 'react';
import * as texts from '#strings/filter-chips';
import type { ChipFilter } from '#expense/expense-list';
import { Button } from '#ui/button';
import type { PanelSearch } from '../panel-search';

/** The filters of chips: several users, and what the list has no other control for. */
export type Chosen = Pick<PanelSearch, 'user' | keyof ChipFilter>;

export interface FilterKind {
  readonly label: string;
  readonly keys: readonly (keyof Chosen)[];
  /** The values as the chip shows them; null if the filter is not set. */
  readonly valueOf: (chips: Chosen) => string | null;
  readonly Fields: (props: FieldsProps) => ReactNode;
  /** The number of claims, beside the label. */
  readonly Count?: () => ReactNode;
  /** Checks the typed values, and returns them as they are applied. */
  readonly read?: (typed: Chosen) => { chips: Chosen } | { errors: ChipErrors };
}

export type ChipErrors = { readonly [Key in keyof Chosen]?: string };

export interface FieldsProps {
  readonly chips: Chosen;
  readonly errors: ChipErrors;
  readonly onType: (changes: Chosen) => void;
  /** Applies at once. */
  readonly onChoose: (chips: ChipFilter) => void;
}

export function Apply() {
  return (
    <Button type="submit" variant="primary" size="sm">
      {texts.apply}
    </Button>
  );
}
