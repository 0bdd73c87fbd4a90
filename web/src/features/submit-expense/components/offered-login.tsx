import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { offeredToken, settleOffer } from '../../../lib/handed-token';
import { readToken } from '../../../lib/session';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';

/** A link brought another login than the one that is here: nobody is changed without being asked. */
export function OfferedLogin() {
  const queryClient = useQueryClient();
  const [offered, setOffered] = useState(offeredToken);
  if (offered === null) return null;
  const settle = (accept: boolean) => {
    settleOffer(accept);
    setOffered(null);
    if (accept) void queryClient.resetQueries();
  };
  return (
    <Notice tone="warning" className="mb-6">
      <p>This link carries another login{loginName(offered)}. You stay signed in as you are unless you switch.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => settle(false)}>
          Keep my login
        </Button>
        <Button size="sm" onClick={() => settle(true)}>
          Switch login
        </Button>
      </div>
    </Notice>
  );
}

function loginName(token: string): string {
  const email = readToken(token)?.email;
  return email ? ` (${email})` : '';
}
