import type { TimelineEvent, UserJson } from '@outlay/contracts';
import { isBlank, isolated } from '@outlay/rules';
import * as texts from '#strings/audit-sentences';
import { roleName } from './role-name';

export type Names = ReadonlyMap<string, string>;

export function namesOf(users: readonly UserJson[]): Names {
  return new Map(
    users.map(({ id, first_name, last_name, email }) => {
      const name = `${first_name} ${last_name}`;
      return [id, isBlank(name) ? email : name.trim()];
    }),
  );
}

export function sentenceOf(event: TimelineEvent, names: Names): string {
  const { type, stream, actor, person_id: person, expense_id: expense } = event;
  const who = (actor && (names.get(actor.id) ?? actor.email)) || texts.somebody;
  const what = stream.startsWith('expense-')
    ? (expense ?? texts.anExpense)
    : ((person && names.get(person)) ?? texts.anAccount);
  return isKnown(type)
    ? texts.sentences[type](isolated(who), isolated(what), (path) => {
        const text = textAt(event.data, path);
        return isolated(path === 'role' || type === 'RoleChanged' ? roleName(text) : text);
      })
    : texts.unknown(isolated(who), type);
}

function isKnown(type: string): type is texts.SaidType {
  return Object.hasOwn(texts.sentences, type);
}

/** The part of a list's entries is the list of their parts. */
function partOf(value: unknown, key: string): unknown {
  if (Array.isArray(value) && key !== 'length') return value.map((entry) => partOf(entry, key));
  return (value as Record<string, unknown> | null | undefined)?.[key];
}

/** Empty if there is no text, as in an event that was altered. */
function textAt(data: unknown, path: string): string {
  let value: unknown = data;
  for (const key of path.split('.')) value = partOf(value, key);
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
