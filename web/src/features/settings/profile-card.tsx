import { useQuery } from '@tanstack/react-query';
import { canonicalRole, ROLE_LABELS } from '@outlay/rules';
import { useEffect, useState } from 'react';
import * as texts from '#strings/settings';
import { profileQuery, useProfile } from '#lib/profile';
import { Card, CardTitle } from '#ui/card';
import { Notice } from '#ui/notice';
import { MESSAGE_MS } from './message-ms';

export function ProfileCard() {
  const profile = useProfile();
  const { isError, errorUpdatedAt } = useQuery(profileQuery);
  const [seenError, setSeenError] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setSeenError(errorUpdatedAt), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [errorUpdatedAt]);
  const facts = [
    [texts.firstName, profile.first_name],
    [texts.lastName, profile.last_name],
    [texts.email, profile.email],
    [texts.role, ROLE_LABELS[canonicalRole(profile.role)]],
    [texts.reimbursementCurrency, profile.reimbursement_currency],
  ] as const;
  return (
    <Card className="p-5" aria-labelledby="profile-title">
      <CardTitle id="profile-title">{texts.profile}</CardTitle>
      <p className="mt-1 text-sm text-muted">{texts.managed}</p>
      {isError && errorUpdatedAt !== seenError && (
        <Notice tone="error" className="mt-4">
          {texts.profileFailed}
        </Notice>
      )}
      <dl className="mt-4 divide-y divide-line">
        {facts.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 py-2.5 text-sm sm:grid-cols-[12rem_1fr]">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value || texts.notSet}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
