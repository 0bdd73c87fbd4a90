import { useMutation } from '@tanstack/react-query';
import { isBlank } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/audit';
import { messageOf } from '#lib/errors';
import { Button } from '#ui/button';
import { Textarea } from '#ui/controls';
import { Field } from '#ui/field';
import { Notice } from '#ui/notice';
import { formatCount } from '../format-count';
import { canHash } from '../proof/bytes';
import { compareKept, type Comparison } from '../proof/compare';

/** Whether the log continues a checkpoint that somebody kept. */
export function Compare() {
  const [text, setText] = useState('');
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: compareKept });
  if (!canHash()) {
    return (
      <Notice tone="warning" className="mt-3">
        {texts.notSecure}
      </Notice>
    );
  }
  return (
    <form
      className="mt-3 max-w-3xl"
      onSubmit={(event) => {
        event.preventDefault();
        mutate(text);
      }}
    >
      <Field label={texts.kept}>
        {(control) => (
          <Textarea
            {...control}
            value={text}
            spellCheck={false}
            className="font-mono"
            onChange={({ target }) => {
              setText(target.value);
              reset();
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="sm" className="mt-2" disabled={isBlank(text)} busy={isPending}>
        {texts.compareNow}
      </Button>
      {error && (
        <Notice tone="error" className="mt-3">
          {messageOf(error, texts.compareFailed)}
        </Notice>
      )}
      {data && (
        <Notice tone={data.outcome === 'consistent' ? 'success' : 'error'} className="mt-3">
          {said(data)}
        </Notice>
      )}
    </form>
  );
}

function said(comparison: Comparison): string {
  if (comparison.outcome === 'not-understood') return texts.notUnderstood;
  const [kept, now] = [formatCount(comparison.kept), formatCount(comparison.now)];
  return { consistent: texts.consistent, inconsistent: texts.inconsistent, shorter: texts.shorter }[comparison.outcome](
    kept,
    now,
  );
}
