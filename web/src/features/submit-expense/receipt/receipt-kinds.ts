export type Receipt =
  | { readonly kind: 'new'; readonly file: File; readonly url: string }
  | { readonly kind: 'uploaded' | 'stored'; readonly fileName: string; readonly name: string };
