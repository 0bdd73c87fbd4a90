import { ShieldX } from 'lucide-react';
import { Card, CardTitle } from '../../../ui/card';

export function AccessDenied() {
  return (
    <Card className="flex max-w-2xl items-start gap-4 p-6" aria-labelledby="access-denied">
      <ShieldX aria-hidden className="mt-0.5 size-6 shrink-0 text-danger" />
      <div role="alert">
        <CardTitle id="access-denied">Access denied</CardTitle>
        <p className="mt-1.5 text-sm text-muted">
          Only Super Admins can view the Admin panel data. Please log in with a super admin account.
        </p>
      </div>
    </Card>
  );
}
