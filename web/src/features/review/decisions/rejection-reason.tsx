import { isBlank } from '@outlay/rules';
import { useRef, useState, type RefObject } from 'react';
import * as texts from '#strings/review';
import { useProfile } from '#lib/profile';
import { Button } from '#ui/button';
import { Textarea } from '#ui/controls';
import { Field } from '#ui/field';
import { recentReasons } from './recent-reasons';

export interface RejectionReasonProps {
  reason: string;
  field?: RefObject<HTMLTextAreaElement | null>;
  onChange: (reason: string) => void;
  /** Called by Ctrl+Enter. */
  onSubmit: () => void;
}

export function RejectionReason({ reason, field, onChange, onSubmit }: RejectionReasonProps) {
  const { id: userId } = useProfile();
  const [recent] = useState(() => recentReasons(userId));
  const own = useRef<HTMLTextAreaElement>(null);
  const textarea = field ?? own;

  function add(chosen: string) {
    const given = isBlank(reason) ? '' : reason.trim();
    onChange(given === '' || recent.includes(given) ? chosen : `${given}\n${chosen}`);
    textarea.current?.focus();
  }

  return (
    <>
      <Field label={texts.reason} hint={texts.reasonHint}>
        {(control) => (
          <Textarea
            {...control}
            ref={textarea}
            required
            maxLength={1000}
            rows={4}
            value={reason}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={({ key, ctrlKey, metaKey, repeat }) =>
              key === 'Enter' && (ctrlKey || metaKey) && !repeat && onSubmit()
            }
          />
        )}
      </Field>
      {recent.length > 0 && (
        <div role="group" aria-label={texts.recentReasons} className="mt-4">
          <p aria-hidden className="text-sm text-muted">
            {texts.recentReasons}
          </p>
          <div className="mt-1.5 flex flex-wrap gap-2">
            {recent.map((each) => (
              <Button key={each} size="sm" className="max-w-full" title={each} onClick={() => add(each)}>
                <span className="truncate">{each}</span>
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
