import * as texts from '#strings/audit-tokens';
import { useCreateForm } from '#panel/use-create-form';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { CopyButton } from '#ui/copy-button';
import { Field } from '#ui/field';
import { ErrorNotice } from '#ui/notice';
import { WholeNumberField } from '#ui/whole-number-field';
import { tokenProblems, useCreateToken, type TokenForm } from './tokens';

const EMPTY: TokenForm = { name: '', days: '' };

export function CreateToken() {
  const create = useCreateToken();
  const { form, set, problems, submit } = useCreateForm({
    empty: EMPTY,
    problemsOf: tokenProblems,
    create,
    failed: texts.createFailed,
  });

  return (
    <>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
          <Field label={texts.name} error={problems.name}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={100}
                value={form.name}
                onChange={({ target }) => set({ name: target.value })}
              />
            )}
          </Field>
          <WholeNumberField
            label={texts.expiresIn}
            error={problems.days}
            placeholder={texts.withoutEnd}
            value={form.days}
            onChange={(days) => set({ days })}
          />
        </div>
        {create.isError && <ErrorNotice error={create.error} fallback={texts.createFailed} />}
        <Button type="submit" variant="primary" busy={create.isPending}>
          {texts.create}
        </Button>
      </form>
      {create.data && (
        <div role="status" className="mt-5 rounded-lg bg-success-soft p-4 text-sm">
          <p className="font-medium wrap-anywhere text-success">{texts.created(create.data.name)}</p>
          <p className="mt-1 text-muted">{texts.shownOnce}</p>
          <code className="mt-3 block rounded-md border border-line bg-surface px-2.5 py-2 font-mono text-xs wrap-anywhere">
            {create.data.token}
          </code>
          <div className="mt-3">
            <CopyButton size="sm" label={texts.copy} text={create.data.token} />
          </div>
        </div>
      )}
    </>
  );
}
