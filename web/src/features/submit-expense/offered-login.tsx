import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/offered-login';
import { offeredToken, settleOffer } from '#lib/incoming-token';
import { readToken } from '#lib/session';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';

export default function OfferedLogin() {
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
      <p>{texts.offeredLogin(readToken(offered)?.email)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => settle(false)}>
          {texts.keepLogin}
        </Button>
        <Button size="sm" onClick={() => settle(true)}>
          {texts.switchLogin}
        </Button>
      </div>
    </Notice>
  );
}
