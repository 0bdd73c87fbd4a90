import { useQuery } from '@tanstack/react-query';
import { searchable } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/filter-chips';
import { Checkbox, Input } from '#ui/controls';
import { Field } from '#ui/field';
import { isSeveral } from '../panel-search';
import { usersQuery } from '../queries';
import { nameOf } from '../user-name';
import { Apply, type FieldsProps, type FilterKind } from './filter-kind';

/** The server takes this many. */
const MOST = 20;
const SHOWN = 50;

const listOf = (user: string | undefined) => (user ? user.split(',') : []);

export const peopleKind: FilterKind = {
  label: texts.users,
  keys: ['user'],
  valueOf: ({ user }) => (isSeveral(user) ? listOf(user).join(', ') : null),
  Fields: PeopleFields,
  read: (typed) => (listOf(typed.user).length > MOST ? { errors: { user: texts.tooMany(MOST) } } : { chips: typed }),
};

function PeopleFields({ chips, errors, onType }: FieldsProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const [typed, setTyped] = useState('');
  const chosen = listOf(chips.user);
  const names = new Map(users.map((user) => [user.email, nameOf(user)]));
  // The address may name somebody whom nobody knows.
  const offered = [...new Set([...chosen, ...names.keys()])].filter(
    (email) => chosen.includes(email) || searchable(`${names.get(email)} ${email}`).includes(searchable(typed)),
  );
  return (
    <>
      <Field label={texts.find} error={errors.user}>
        {(control) => (
          <Input
            {...control}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <div role="group" aria-label={texts.users} className="max-h-56 space-y-2 overflow-y-auto">
        {offered.slice(0, SHOWN).map((email) => (
          <Checkbox
            key={email}
            checked={chosen.includes(email)}
            onChange={({ target }) => {
              const others = chosen.filter((each) => each !== email);
              onType({ user: (target.checked ? [...others, email] : others).join() });
            }}
          >
            <span className="block wrap-anywhere">{names.get(email)}</span>
            <span className="block text-xs wrap-anywhere text-muted">{email}</span>
          </Checkbox>
        ))}
      </div>
      <Apply />
    </>
  );
}
