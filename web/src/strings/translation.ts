type Texts = typeof import('./en');

/** The same texts in other words: of the same names, made of the same values. */
type InOtherWords<Said> = Said extends string
  ? string
  : Said extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Said]: InOtherWords<Said[Name]> };

/** What another language says: all that English does. Its `index.ts` ends in `satisfies Translation`. */
export type Translation = InOtherWords<Texts>;
