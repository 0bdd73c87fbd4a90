import { useEffect, useEffectEvent, useState } from 'react';

export function useDroppedFile(onFile: (first: File, all: readonly File[]) => void, enabled: boolean): boolean {
  const [dragging, setDragging] = useState(false);
  const accept = useEffectEvent((files: FileList | undefined) => {
    const [first] = files ?? [];
    if (files && first && enabled) onFile(first, [...files]);
    return Boolean(first);
  });

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setDragging(false);
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (accept(event.dataTransfer?.files)) event.preventDefault();
    };
    const paste = (event: ClipboardEvent) => {
      if (accept(event.clipboardData?.files)) event.preventDefault();
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, []);

  return dragging && enabled;
}
