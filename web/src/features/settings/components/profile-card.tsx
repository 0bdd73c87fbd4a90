import { useQuery } from '@tanstack/react-query';
import { canonicalRole, ROLE_LABELS } from '@outlay/rules';
import { profileQuery, useProfile } from '../../../lib/profile';
import { Card, CardTitle } from '../../../ui/card';
import { Notice } from '../../../ui/notice';

export function ProfileCard() {
  const profile = useProfile();
  const { isError } = useQuery(profileQuery);
  const facts = [
    ['First name', profile.first_name],
    ['Last name', profile.last_name],
    ['Email', profile.email],
    ['Role', ROLE_LABELS[canonicalRole(profile.role)]],
    ['Reimbursement currency', profile.reimbursement_currency],
  ] as const;
  return (
    <Card className="p-5" aria-labelledby="profile-title">
      <CardTitle id="profile-title">Profile</CardTitle>
      <p className="mt-1 text-sm text-muted">Profile fields are managed by administrators.</p>
      {isError && (
        <Notice tone="error" className="mt-4">
          Failed to load profile information
        </Notice>
      )}
      <dl className="mt-4 divide-y divide-line">
        {facts.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 py-2.5 text-sm sm:grid-cols-[12rem_1fr]">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value || 'Not set'}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
