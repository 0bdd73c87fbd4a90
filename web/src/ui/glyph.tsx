import { cn } from '#lib/cn';

export interface GlyphLook {
  className?: string | undefined;
  /** It always is, unless it has a label. */
  'aria-hidden'?: true;
}

/** A drawing of `public/glyphs.svg`: those of a library are scripts, and lists and menus are the first ones to load. */
export function glyph(name: string) {
  return ({ className }: GlyphLook) => (
    <svg aria-hidden className={className}>
      <use href={`/glyphs.svg#${name}`} />
    </svg>
  );
}

/**
 * A drawing of rows, as one path. A `use` costs the browser a request and a copy of the drawing each, which would be a
 * third of the work of scrolling a long list.
 */
export function pathGlyph(path: string) {
  return ({ className, label }: GlyphLook & { label?: string | undefined }) => (
    <svg
      viewBox="0 0 24 24"
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label}
      className={cn('stroke-glyph', className)}
    >
      <path d={path} />
    </svg>
  );
}
