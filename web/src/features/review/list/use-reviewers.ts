import type { ExpenseJson } from '@outlay/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProfile } from '#lib/profile';
import { usersQuery } from '#panel/queries';
import { barredOwnerOf } from '#panel/super-admins';

/** The user list's facts for a review: whose expenses can be selected, and whose this reviewer may not approve. */
export function useReviewers(rows: readonly ExpenseJson[]) {
  const { data: users } = useQuery(usersQuery);
  const { id } = useProfile();
  const emails = useMemo(
    () => [...new Set([...(users ?? []).map(({ email }) => email), ...rows.map((row) => row.user_email)])].toSorted(),
    [users, rows],
  );
  return { emails, barredOwner: barredOwnerOf(id, users) };
}
