import type { ExpenseJson, UserJson } from '@outlay/contracts';
import { shortName } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '#panel/queries';

/**
 * Names claimants by first name and last initial, which only the account tells apart. Until it is known, the last word
 * is taken for the last name, so that most rows are not rendered again. A list calls it once, because a subscription of
 * each row would slow down scrolling.
 */
export function useShortNames(): (expense: ExpenseJson) => string {
  const { data } = useQuery({ ...usersQuery, select: shortNames });
  return ({ user_id, user_name }) => data?.get(user_id) ?? user_name.replace(/ (.)\S*$/u, ' $1.');
}

function shortNames(users: readonly UserJson[]): ReadonlyMap<string, string> {
  return new Map(users.map((user) => [user.id, shortName(user.first_name, user.last_name)]));
}
