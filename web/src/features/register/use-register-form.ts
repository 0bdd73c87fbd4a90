import { useNavigate, useSearch } from '@tanstack/react-router';
import { isBlank, isStrongPassword, normaliseEmail, passwordMessages } from '@outlay/rules';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as texts from '#strings/register';
import { useRegister, type RegisterForm } from './register';

const REDIRECT_MS = 1500;

/** The form of a new account, filled from the invite's link; it leads to /login once the account exists. */
export function useRegisterForm() {
  const { invite = '', email = '' } = useSearch({ from: '/register' });
  const navigate = useNavigate();
  const registration = useRegister();
  const form = useForm<RegisterForm>({
    defaultValues: {
      firstName: '',
      lastName: '',
      inviteCode: invite,
      email,
      password: '',
      confirmation: '',
      reimbursementCurrency: 'EUR',
    },
  });
  const values = useWatch({ control: form.control }) as RegisterForm;

  const registered = registration.isSuccess ? normaliseEmail(registration.variables.email) : null;
  useEffect(() => {
    if (registered === null) return;
    const timer = setTimeout(() => void navigate({ to: '/login', state: { registered } }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [registered, navigate]);

  return { form, values, blocked: blockingProblem(values), registration, isInvited: invite !== '' };
}

/** Why the submit button is disabled, or null. */
function blockingProblem(values: RegisterForm): string | null {
  if (isBlank(values.inviteCode)) return texts.inviteRequired;
  if (!isStrongPassword(values.password)) return passwordMessages.weak;
  return values.password === values.confirmation ? null : passwordMessages.mismatch;
}
