import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as texts from '#strings/settings';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { Field } from '#ui/field';
import { Notice } from '#ui/notice';
import { PasswordInput } from '#ui/password-input';
import { MESSAGE_MS } from './message-ms';
import { passwordFailure, passwordProblem, useChangePassword, type PasswordForm } from './change-password';

const EMPTY: PasswordForm = { currentPassword: '', newPassword: '', confirmation: '' };

interface Message {
  tone: 'success' | 'error';
  text: string;
}

export function PasswordCard() {
  const { register, handleSubmit, reset } = useForm<PasswordForm>({ defaultValues: EMPTY });
  const change = useChangePassword();
  const [message, setMessage] = useState<Message | null>(null);

  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);

  const submit = handleSubmit((form) => {
    const problem = passwordProblem(form);
    if (problem) return setMessage({ tone: 'error', text: problem });
    change.mutate(form, {
      onSuccess: () => {
        reset(EMPTY);
        setMessage({ tone: 'success', text: texts.updated });
      },
      onError: (error) => setMessage({ tone: 'error', text: passwordFailure(error) }),
    });
  });

  return (
    <Card className="p-5" aria-labelledby="password-title">
      <CardTitle id="password-title">{texts.changePassword}</CardTitle>
      <p className="mt-1 text-sm text-muted">{texts.passwordHint}</p>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        <Field label={texts.currentPassword}>
          {(field) => <PasswordInput {...field} autoComplete="current-password" {...register('currentPassword')} />}
        </Field>
        <Field label={texts.newPassword}>
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('newPassword')} />}
        </Field>
        <Field label={texts.confirmation}>
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('confirmation')} />}
        </Field>
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
        <Button type="submit" variant="primary" busy={change.isPending}>
          {texts.updatePassword}
        </Button>
      </form>
    </Card>
  );
}
