import { title } from '#strings/audit-tokens';
import { Tokens } from '#features/audit-tokens/audit-tokens';
import { Sheet } from '#ui/sheet';

export default function TokensSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} width="xl" title={title}>
      <Tokens />
    </Sheet>
  );
}
