import type { UserJson } from '@outlay/contracts';
import * as texts from '#strings/users';
import { useMayAct } from '#panel/use-may-act';
import { nameOf } from '#panel/user-name';
import { Button } from '#ui/button';

export interface UserActionsProps {
  user: UserJson;
  onEdit: (user: UserJson) => void;
  onResetCode: (user: UserJson) => void;
  onHistory: (user: UserJson) => void;
}

export function UserActions({ user, onEdit, onResetCode, onHistory }: UserActionsProps) {
  const name = nameOf(user);
  const mayAct = useMayAct();
  if (!mayAct) {
    return (
      <Button size="sm" aria-label={texts.historyOf(name)} aria-haspopup="dialog" onClick={() => onHistory(user)}>
        {texts.history}
      </Button>
    );
  }
  return (
    <span className="flex gap-2 whitespace-nowrap">
      <Button size="sm" aria-label={texts.editNamed(name)} aria-haspopup="dialog" onClick={() => onEdit(user)}>
        {texts.edit}
      </Button>
      <Button size="sm" aria-label={texts.resetCodeFor(name)} onClick={() => onResetCode(user)}>
        {texts.resetCode}
      </Button>
    </span>
  );
}
