import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { normaliseEmail } from '@outlay/rules';
import { useState, type SubmitEvent } from 'react';
import * as texts from '#strings/login';
import { incomingReceiptOf } from '#lib/incoming-receipt';
import { Button } from '#ui/button';
import { Input } from '#ui/controls';
import { emailHint } from '#ui/email-hint';
import { Field } from '#ui/field';
import { ErrorNotice, Notice } from '#ui/notice';
import { PasswordInput } from '#ui/password-input';
import { login } from './login';

interface LoginFormProps {
  email: string;
  /** The address of the screen that was asked for, or where the session ended. */
  from: string | undefined;
  onEmail: (email: string) => void;
}

interface Outcome {
  missing?: { email: boolean; password: boolean };
  normalised?: string;
  busy?: boolean;
  error?: unknown;
}

export function LoginForm({ email, from, onEmail }: LoginFormProps) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const incoming = incomingReceiptOf(useLocation());
  const [password, setPassword] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({});

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const sent = normaliseEmail(email);
    if (!sent || !password) return setOutcome({ missing: { email: !sent, password: !password } });
    const normalised = sent === email ? undefined : sent;
    onEmail(sent);
    setOutcome({ busy: true, normalised });
    try {
      await login(sent, password);
      if (from && !incoming) history.replace(from);
      else await navigate(incoming ? { to: '/submit-expense', state: incoming } : { to: '/my-expenses' });
    } catch (error) {
      setOutcome({ error, normalised });
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Field label={texts.email} hint={emailHint(email)} error={outcome.missing?.email ? texts.emailRequired : null}>
        {(control) => (
          <Input
            {...control}
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={texts.password} error={outcome.missing?.password ? texts.passwordRequired : null}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {outcome.normalised && <Notice tone="info">{texts.normalised(outcome.normalised)}</Notice>}
      {outcome.error !== undefined && <ErrorNotice error={outcome.error} fallback={texts.failed} />}
      <Button type="submit" variant="primary" busy={outcome.busy} className="w-full">
        {texts.signIn}
      </Button>
    </form>
  );
}
