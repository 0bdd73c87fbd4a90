type Texts = typeof import('./en');

/** The same names, with strings or functions of the same parameters. */
type InOtherWords<Said> = Said extends string
  ? string
  : Said extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Said]: InOtherWords<Said[Name]> };

/** The shape of a translation: every text that English has. */
export type Translation = InOtherWords<Texts>;
