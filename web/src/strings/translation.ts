type Texts = typeof import('./en');

type InOtherWords<Said> = Said extends string
  ? string
  : Said extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof Said]: InOtherWords<Said[Name]> };

export type Translation = InOtherWords<Texts>;
