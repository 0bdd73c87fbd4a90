import * as texts from '#strings/unsent';
import { signOut } from '#lib/session';
import { ConfirmDialog } from '#ui/confirm-dialog';

export default function SignOutDialog({ kept, onClose }: { kept: number; onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      danger
      title={texts.logoutTitle}
      confirmLabel={texts.logoutAnyway}
      onConfirm={() => void signOut(true)}
      onClose={onClose}
    >
      <p>{texts.logoutAsked(kept)}</p>
    </ConfirmDialog>
  );
}
