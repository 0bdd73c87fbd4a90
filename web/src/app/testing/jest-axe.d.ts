declare module 'jest-axe' {
  import type { AxeResults } from 'axe-core';
  export function axe(html: Element): Promise<AxeResults>;
}
