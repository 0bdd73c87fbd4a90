import { useQuery } from '@tanstack/react-query';
import * as texts from '#strings/filter-chips';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { usersQuery } from '../queries';
import { isActingSuperAdmin } from '../super-admins';
import { nameOf } from '../user-name';
import { Count } from './count';
import type { FieldsProps, FilterKind } from './filter-kind';

/** The claims whose question mentions one of the super admins. */
export const mentionsKind: FilterKind = {
  label: texts.mentioned,
  keys: ['mentioned'],
  valueOf: ({ mentioned }) => mentioned ?? null,
  Fields: MentionFields,
  Count: () => <Count of={{ mentioned: useProfile().email }} />,
};

function MentionFields({ chips, onChoose }: FieldsProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const { id } = useProfile();
  const admins = users.filter(isActingSuperAdmin).toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
  return (
    <div role="group" aria-label={texts.mentioned} className="flex max-h-56 flex-wrap gap-1.5 overflow-y-auto">
      {admins.map((admin) => (
        <Button
          key={admin.id}
          size="sm"
          aria-pressed={chips.mentioned === admin.email}
          title={admin.email}
          className="aria-pressed:bg-sunken"
          onClick={() => onChoose({ mentioned: admin.email })}
        >
          {admin.id === id ? texts.me : nameOf(admin)}
        </Button>
      ))}
    </div>
  );
}
