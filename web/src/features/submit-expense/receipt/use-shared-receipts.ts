import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dropSharedReceipts, readSharedReceipts } from './shared-receipts';

/** Shared files, until the user decides on them: any web page can send some. They are offered in the form of a new claim. */
export function useSharedReceipts(userId: string, isNew: boolean, add: (files: readonly File[]) => void) {
  const shared = useLocation({ select: ({ state }) => state.shared });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [tooMuch, setTooMuch] = useState(shared === 'too-much');
  useEffect(() => {
    if (isNew || shared) void readSharedReceipts(userId).then(setFiles);
  }, [userId, isNew, shared]);
  const settle = (accepted: boolean) => {
    setFiles([]);
    setTooMuch(false);
    if (accepted) add(files);
    void dropSharedReceipts();
  };
  return { files, tooMuch, settle };
}
