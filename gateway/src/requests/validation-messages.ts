import type * as z from 'zod/mini';
import type { $ZodRawIssue } from 'zod/v4/core';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function label(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'The request';
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function defaultMessage(issue: $ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return `This call does not know ${issue.keys.join(', ')}`;
  const name = label(issue.path ?? []);
  if (issue.input === undefined || issue.input === null) return `${name} is required`;
  if (issue.code === 'invalid_type') return `${name} must be ${TYPE_NAMES[issue.expected] ?? 'of another kind'}`;
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.join(', ')}`;
  return `${name} is not valid`;
}

/** A message without a subject, such as "must be a date", gets its field's name. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.map(({ path, message, ...issue }) => ({
    field: [...path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.'),
    message: /^[a-z]/.test(message) ? `${label(path)} ${message}` : message,
  }));
}
