import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dropSharedReceipt, readSharedReceipt } from './shared-receipt';

/** A shared file, until the user decides on it: any web page can send one. */
export function useSharedReceipt(attach: (file: File) => void) {
  const isShared = useLocation({ select: ({ state }) => state.shared });
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    if (isShared) void readSharedReceipt().then(setFile);
  }, [isShared]);
  const settle = (accepted: boolean) => {
    setFile(null);
    if (file && accepted) attach(file);
    void dropSharedReceipt();
  };
  return { file, settle };
}
