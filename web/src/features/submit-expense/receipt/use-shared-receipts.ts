import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dropSharedReceipts, readSharedReceipts } from './shared-receipts';

export interface SharedReceiptsProps {
  userId: string;
  add: (files: readonly File[]) => void;
}

/** Shared files, until the user decides on them. */
export function useSharedReceipts({ userId, add }: SharedReceiptsProps) {
  const shared = useLocation({ select: ({ state }) => state.shared });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [tooMuch, setTooMuch] = useState(shared === 'too-much');
  useEffect(() => void readSharedReceipts(userId).then(setFiles), [userId, shared]);
  const settle = (accepted: boolean) => {
    setFiles([]);
    setTooMuch(false);
    if (accepted) add(files);
    void dropSharedReceipts();
  };
  return { files, tooMuch, settle };
}
