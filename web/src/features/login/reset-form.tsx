import { normaliseEmail } from '@outlay/rules';
import { useState, type SubmitEvent } from 'react';
import { normalised } from '#strings/login';
import * as texts from '#strings/login';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { emailHint } from '#ui/email-hint';
import { Field } from '#ui/field';
import { ErrorNotice, Notice } from '#ui/notice';
import { PasswordInput } from '#ui/password-input';
import { resetPassword, resetProblem, type ResetForm as Values } from './reset-password';

interface Outcome {
  problem?: string;
  normalised?: string;
  error?: unknown;
  busy?: boolean;
}

export interface ResetFormProps {
  initialEmail: string;
  /** The messages say what was done. */
  onDone: (messages: readonly string[], email: string) => void;
}

export function ResetForm({ initialEmail, onDone }: ResetFormProps) {
  const [values, setValues] = useState<Values>({ email: initialEmail, code: '', newPassword: '', confirmation: '' });
  const [outcome, setOutcome] = useState<Outcome>({});
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const problem = resetProblem(values);
    if (problem) return setOutcome({ problem });
    const email = normaliseEmail(values.email);
    const sent = email === values.email ? {} : { normalised: email };
    set({ email });
    setOutcome({ busy: true, ...sent });
    try {
      const message = await resetPassword(values);
      onDone(email === values.email ? [message] : [message, normalised(email)], email);
    } catch (error) {
      setOutcome({ error, ...sent });
    }
  }

  return (
    <form noValidate onSubmit={submit} aria-label={texts.resetTitle} className="mt-6 space-y-5">
      <Field label={texts.resetEmail} hint={emailHint(values.email)}>
        {(control) => (
          <Input
            {...control}
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={values.email}
            onChange={(event) => set({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label={texts.code}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="one-time-code"
            className="figures font-mono tracking-[0.35em]"
            value={values.code}
            onChange={(event) => set({ code: event.target.value.replace(/\D/g, '').slice(0, 6) })}
          />
        )}
      </Field>
      <Field label={texts.newPassword} hint={texts.passwordHint}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={values.newPassword}
            onChange={(event) => set({ newPassword: event.target.value })}
          />
        )}
      </Field>
      <Field label={texts.confirmation}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={values.confirmation}
            onChange={(event) => set({ confirmation: event.target.value })}
          />
        )}
      </Field>
      {outcome.normalised && <Notice tone="info">{normalised(outcome.normalised)}</Notice>}
      {outcome.problem && <Notice tone="error">{outcome.problem}</Notice>}
      {outcome.error !== undefined && <ErrorNotice error={outcome.error} fallback={texts.resetFailed} />}
      <Button type="submit" variant="primary" busy={outcome.busy} className="w-full">
        {texts.submit}
      </Button>
    </form>
  );
}
