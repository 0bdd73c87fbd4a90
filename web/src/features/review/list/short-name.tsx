import type { ExpenseJson, UserJson } from '@outlay/contracts';
import { shortName } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '#panel/queries';

export interface ShortNameProps {
  expense: ExpenseJson;
  hasInitials?: boolean;
}

/** Shows first name and last initial, which only the account tells apart; at first the whole name. */
export function ShortName({ expense: { user_id, user_name }, hasInitials }: ShortNameProps) {
  const { data } = useQuery({ ...usersQuery, select: shortNames });
  const name = data?.get(user_id) ?? user_name;
  return (
    <>
      {hasInitials && <Initials name={name} />}
      <bdi className="truncate">{name}</bdi>
    </>
  );
}

/** The letters are of the style, so that a name is neither read nor copied twice. */
function Initials({ name }: { name: string }) {
  const letters = name.split(' ', 2).map(([first = '']) => first);
  return (
    <span
      aria-hidden
      data-initials={letters.join('')}
      className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-[0.625rem] font-semibold text-muted uppercase group-hover:bg-line before:content-[attr(data-initials)]"
    />
  );
}

const known = new WeakMap<readonly UserJson[], ReadonlyMap<string, string>>();

/** The names are shortened once for all rows. */
function shortNames(users: readonly UserJson[]): ReadonlyMap<string, string> {
  const names = known.get(users) ?? new Map(users.map((user) => [user.id, shortName(user.first_name, user.last_name)]));
  known.set(users, names);
  return names;
}
