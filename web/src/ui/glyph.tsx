import { cn } from '#lib/cn';
import { PATHS } from './glyphs';

export interface GlyphLook {
  className?: string | undefined;
}

/** A drawing of `public/glyphs.svg`: those of a library are scripts, and lists and menus are the first ones to load. */
export function Glyph({ name, className }: GlyphLook & { name: string }) {
  const path = name in PATHS && PATHS[name as keyof typeof PATHS];
  if (path) return <PathGlyph path={path} className={className} />;
  return (
    <svg aria-hidden className={className}>
      <use href={`/glyphs.svg#${name}`} />
    </svg>
  );
}

/**
 * A drawing of rows, as one path. A `use` costs the browser a request and a copy of the drawing each, which would be a
 * third of the work of scrolling a long list.
 */
export function PathGlyph({ path, label, className }: GlyphLook & { path: string; label?: string }) {
  return (
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
