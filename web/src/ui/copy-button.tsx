import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as texts from '#strings/ui';
import { Button, type ButtonProps } from './button';
import { toast } from './toast';

const SAID_MS = 2000;

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'aria-label'> {
  text: string;
  label?: string;
}

/** Puts a text on the clipboard, and says for a moment that it did. */
export function CopyButton({ text, label = texts.copy, ...look }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No clipboard outside of a secure context, or none allowed: the text can still be selected.
      toast.error(texts.copyFailed);
    }
  }

  return (
    <Button {...look} className="whitespace-nowrap" onClick={() => void copy()}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {copied ? texts.copied : label}
    </Button>
  );
}
