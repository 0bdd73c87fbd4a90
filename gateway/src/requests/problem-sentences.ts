import type * as z from 'zod/mini';
import type { $ZodRawIssue } from 'zod/v4/core';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** A field's name as a person would say it: `expense_ids` is "Expense ids". */
function label(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'The request';
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What to say where the schema has no words of its own. */
export function defaultSentence(issue: $ZodRawIssue): string {
  const name = label(issue.path ?? []);
  if (issue.input === undefined || issue.input === null) return `${name} is required`;
  if (issue.code === 'invalid_type') return `${name} must be ${KINDS[issue.expected] ?? 'of another kind'}`;
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.join(', ')}`;
  return `${name} is not valid`;
}

/** The problems of a request, each a sentence that stands by itself: "must be a date" gets its field's name. */
export function fieldProblems(error: z.core.$ZodError): FieldProblem[] {
  return error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message: /^[a-z]/.test(message) ? `${label(path)} ${message}` : message,
  }));
}
