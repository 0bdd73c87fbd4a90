import type { UserJson } from '@outlay/contracts';
import { Dialog } from '#ui/dialog';
import { PersonHistory } from './person-history';
import { nameOf } from '#panel/user-name';

/** The history for readers who may not edit the account, whose dialog has the history as well. */
export function HistoryDialog({ user, onClose }: { user: UserJson; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={nameOf(user)} description={user.email}>
      <PersonHistory id={user.id} />
    </Dialog>
  );
}
