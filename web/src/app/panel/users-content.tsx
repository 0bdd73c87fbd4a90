import { lazyPart } from '#ui/lazy-part';
import UsersTab from '#features/users/users-tab';

// The tokens are below the users, and seldom needed.
const AuditTokens = lazyPart(() => import('#features/audit-tokens/audit-tokens'));

export default function UsersContent() {
  return (
    <div className="space-y-8">
      <UsersTab />
      <AuditTokens />
    </div>
  );
}
