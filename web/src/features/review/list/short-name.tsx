import type { ExpenseJson, UserJson } from '@outlay/contracts';
import { shortName } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '#panel/queries';

/** Shows first name and last initial, which only the account tells apart; at first the whole name. */
export function ShortName({ expense: { user_id, user_name } }: { expense: ExpenseJson }) {
  const { data } = useQuery({ ...usersQuery, select: shortNames });
  return <bdi>{data?.get(user_id) ?? user_name}</bdi>;
}

const known = new WeakMap<readonly UserJson[], ReadonlyMap<string, string>>();

/** The names are shortened once for all rows. */
function shortNames(users: readonly UserJson[]): ReadonlyMap<string, string> {
  const names = known.get(users) ?? new Map(users.map((user) => [user.id, shortName(user.first_name, user.last_name)]));
  known.set(users, names);
  return names;
}
