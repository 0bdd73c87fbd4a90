import { Glyph } from '#ui/glyph';
import { useId } from 'react';
import * as texts from '#strings/admin-create';
import { RECEIPT_ACCEPT } from '#expense/receipt-accept';
import { readReceipt } from '#expense/receipt-file';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/controls';
import { FileButton } from '#ui/file-button';
import { Notice } from '#ui/notice';
import type { CreateValues } from './create-values';

export interface ReceiptFieldsProps {
  file: File | null;
  error: string | undefined;
  declared: boolean;
  onChange: (change: Partial<Pick<CreateValues, 'file' | 'fileProblem' | 'noReceipt'>>) => void;
}

export function ReceiptFields({ file, error, declared, onChange }: ReceiptFieldsProps) {
  const name = useId();
  const choose = async (chosen: File) => {
    const { file: read, problem } = await readReceipt(chosen);
    onChange({ file: read, fileProblem: problem, noReceipt: false });
  };
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <FileButton accept={RECEIPT_ACCEPT} onFile={(chosen) => void choose(chosen)}>
          <Glyph name="file-up" /> {texts.chooseFile}
        </FileButton>
        {file && (
          <>
            <span id={name} className="min-w-0 text-sm wrap-anywhere">
              {file.name}
            </span>
            <Button
              size="sm"
              variant="danger"
              aria-describedby={name}
              onClick={() => onChange({ file: null, fileProblem: null })}
            >
              <Glyph name="trash-2" /> {texts.removeFile}
            </Button>
          </>
        )}
      </div>
      {error && <Notice tone="error">{error}</Notice>}
      <Checkbox
        name="noReceipt"
        disabled={file !== null}
        checked={declared}
        onChange={({ target }) => onChange({ noReceipt: target.checked })}
      >
        {texts.declaration}
      </Checkbox>
    </div>
  );
}
