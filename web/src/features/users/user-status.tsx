import type { UserJson } from '@outlay/contracts';
import * as texts from '#strings/users';
import { Badge } from '#ui/badge';

export function UserStatus({ status }: Pick<UserJson, 'status'>) {
  const isActive = status === 'active';
  return <Badge tone={isActive ? 'green' : 'neutral'}>{isActive ? texts.active : texts.inactive}</Badge>;
}
