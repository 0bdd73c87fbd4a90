import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/payments';
import { Checkbox } from '#ui/controls';
import { Notice } from '#ui/notice';
import { usersQuery } from '#panel/queries';

/** Asks before paying expenses that were approved before their owner's account was deactivated. */
export function useInactiveOwner(userId: string | undefined) {
  const { data: users, isPending } = useQuery(usersQuery);
  const [isAgreed, setAgreed] = useState(false);
  const isInactive = users?.some(({ id, status }) => id === userId && status === 'inactive') ?? false;
  return {
    isSettled: !isPending && (!isInactive || isAgreed),
    question: isInactive && (
      <Notice tone="warning" className="mt-4">
        <p>{texts.inactive}</p>
        <Checkbox className="mt-2" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)}>
          {texts.payInactive}
        </Checkbox>
      </Notice>
    ),
  };
}
