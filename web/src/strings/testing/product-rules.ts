import { readFileSync } from 'node:fs';

/** The texts of the rules of docs/product.md by their numbers, each on one line. */
export function productRules(): ReadonlyMap<string, string> {
  const page = readFileSync(`${import.meta.dirname}/../../../../docs/product.md`, 'utf8');
  const rules = page.split(/(?=\*\*R-)/).slice(1);
  return new Map(
    rules.map((rule) => {
      const [, number = '', text = ''] = /^\*\*(R-[\d.]+)\*\*((?:(?!\n## )[^])*)/.exec(rule) ?? [];
      return [number, text.replace(/\s+/g, ' ')] as const;
    }),
  );
}
