import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/admin-create';
import { LoadFailure } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { usersQuery } from '#panel/queries';
import { ChoiceField } from '#panel/claim-form/choice-field';
import { claimants } from './create-values';

export function UserField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const users = useQuery(usersQuery);
  if (users.data) {
    return (
      <ChoiceField
        label={texts.user}
        name="userId"
        required
        value={value}
        options={claimants(users.data).map(({ id, first_name, last_name, email }) => [
          id,
          texts.userNamed(`${first_name} ${last_name}`, email),
        ])}
        open={texts.chooseUser}
        onChange={onChange}
      />
    );
  }
  if (!users.isError) return <Skeleton className="h-16" />;
  return <LoadFailure query={users} text={texts.usersFailed} />;
}
