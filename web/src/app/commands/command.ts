import { searchable } from '@outlay/rules';
import type { ComponentType } from 'react';
import type { GlyphLook } from '#ui/glyph';

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon: ComponentType<GlyphLook>;
  readonly run: () => void;
  /** The screen stays, so the focus returns to where it was. */
  readonly stays?: true;
}

export function matches({ label, hint = '' }: Command, q: string): boolean {
  const text = searchable(`${label} ${hint}`);
  return searchable(q)
    .split(' ')
    .every((word) => text.includes(word));
}
