import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button';
import { Card, CardTitle } from '../../../ui/card';
import { Field } from '../../../ui/field';
import { Notice } from '../../../ui/notice';
import { PasswordInput } from '../../../ui/password-input';
import { passwordFailure, passwordProblem, useChangePassword, type PasswordForm } from '../api/change-password';

const MESSAGE_MS = 3000;
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
        setMessage({ tone: 'success', text: 'Password updated successfully!' });
      },
      onError: (error) => setMessage({ tone: 'error', text: passwordFailure(error) }),
    });
  });

  return (
    <Card className="p-5" aria-labelledby="password-title">
      <CardTitle id="password-title">Change Password</CardTitle>
      <p className="mt-1 text-sm text-muted">At least 6 characters. Your other devices will have to sign in again.</p>
      <form noValidate onSubmit={submit} className="mt-4 space-y-4">
        <Field label="Current password">
          {(field) => <PasswordInput {...field} autoComplete="current-password" {...register('currentPassword')} />}
        </Field>
        <Field label="New password">
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('newPassword')} />}
        </Field>
        <Field label="Confirm new password">
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('confirmation')} />}
        </Field>
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
        <Button type="submit" variant="primary" busy={change.isPending}>
          Update Password
        </Button>
      </form>
    </Card>
  );
}
