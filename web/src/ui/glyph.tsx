import type { CSSProperties } from 'react';
import { cn } from '#lib/cn';
import { PATHS } from './glyphs';

export interface GlyphLook {
  className?: string | undefined;
}

/**
 * A drawing of `public/glyphs.svg`, since a library's drawings are scripts, which lists and menus would wait for. What many
 * cards of a list show is a path: a `use` costs the browser a request and a copy of the drawing each.
 */
export function Glyph({ name, className }: GlyphLook & { name: string }) {
  const path = name in PATHS && PATHS[name as keyof typeof PATHS];
  return (
    <svg aria-hidden viewBox={path ? '0 0 24 24' : undefined} className={cn(path && 'stroke-glyph', className)}>
      {path ? <path d={path} /> : <use href={`/glyphs.svg#${name}`} />}
    </svg>
  );
}

/**
 * A drawing of a table's rows, as an image, grey until the row is pointed at or has the focus: the colours of all rows
 * would be noise. Each inline SVG is a coordinate system of its own, which all frames of a scrolled list would pay for.
 */
export function RowGlyph({ path, label, className }: GlyphLook & { path: string; label?: string }) {
  return (
    <span
      role={label && 'img'}
      aria-label={label}
      style={{ '--glyph': imageOf(path) } as CSSProperties}
      className={cn('row-glyph size-4 shrink-0', className)}
    />
  );
}

/** The grey has a contrast of 3:1 and more with rows of both themes, selected ones included. */
const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#77867e" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="';

function imageOf(path: string): string {
  return `url("data:image/svg+xml,${encodeURIComponent(`${IMAGE}${path}"/></svg>`)}")`;
}
