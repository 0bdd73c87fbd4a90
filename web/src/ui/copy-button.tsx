import { Glyph } from './glyph';
import { useEffect, useState } from 'react';
import * as texts from '#strings/ui';
import { Button, type ButtonProps } from './button';
import { toast } from './toast';

const CONFIRMATION_MS = 2000;

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'aria-label'> {
  text: string;
  label?: string;
}

export function CopyButton({ text, label = texts.copy, ...look }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The clipboard needs a secure context and permission.
      toast.error(texts.copyFailed);
    }
  }

  return (
    <Button {...look} className="whitespace-nowrap" onClick={() => void copy()}>
      {copied ? <Glyph name="check" /> : <Glyph name="copy" />}
      {copied ? texts.copied : label}
    </Button>
  );
}
