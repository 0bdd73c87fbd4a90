export interface GlyphLook {
  className?: string | undefined;
  /** It always is. */
  'aria-hidden'?: true;
}

/** A drawing of `public/glyphs.svg`: those of a library are scripts, and lists and menus are the first ones to load. */
export function Glyph({ name, className }: GlyphLook & { name: string }) {
  return (
    <svg aria-hidden className={className}>
      <use href={`/glyphs.svg#${name}`} />
    </svg>
  );
}

export function glyph(name: string) {
  return (look: GlyphLook) => <Glyph {...look} name={name} />;
}
