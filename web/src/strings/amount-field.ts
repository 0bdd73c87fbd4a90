import { isolated } from '@outlay/rules';

export const readAs = (value: string) => `Read as ${value}`;
export const ambiguous = (typed: string, whole: string, fraction: string, written: readonly [string, string]) =>
  `“${isolated(typed)}” can mean ${whole} or ${fraction}. Please write it with two decimals: ${written[0]} or ${written[1]}.`;
