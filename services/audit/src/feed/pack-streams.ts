import { EXPENSE_PREFIX, PAYMENT_PREFIX, type PackSelector } from '@outlay/contracts';
import type { RecordedEvent } from '@outlay/event-store';

/** Whether an event puts its stream into the pack of a person or a period. It may be one that was altered. */
export function selects(selector: PackSelector, { stream, data, metadata }: RecordedEvent): boolean {
  if ('from' in selector) {
    const day = textIn(metadata, 'at').slice(0, 10);
    return day >= selector.from && day <= selector.to;
  }
  if (!('person' in selector)) return false;
  const { person } = selector;
  if (stream === `account-${person}` || stream.startsWith(`access-${person}-`)) return true;
  const [opening, user] = [fieldOf(data, 'opening'), fieldOf(data, 'user')];
  return (
    (stream.startsWith(EXPENSE_PREFIX) && textIn(fieldOf(opening, 'owner'), 'id') === person) ||
    (stream.startsWith(PAYMENT_PREFIX) && textIn(user, 'id') === person)
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}
