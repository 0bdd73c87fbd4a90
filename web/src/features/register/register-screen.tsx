import { Link } from '@tanstack/react-router';
import { isBlank, isEmail, normaliseEmail, passwordMessages, REIMBURSEMENT_CURRENCIES } from '@outlay/rules';
import * as texts from '#strings/register';
import { Button } from '#ui/button';
import { Input, Select } from '#ui/controls';
import { emailHint } from '#ui/email-hint';
import { AuthLayout } from '#ui/auth-layout';
import { Field } from '#ui/field';
import { ErrorNotice, Notice } from '#ui/notice';
import { PasswordInput } from '#ui/password-input';
import { PasswordChecklist } from './password-checklist';
import { useRegisterForm } from './use-register-form';

export function RegisterScreen() {
  const { form, values, blocked, registration, isInvited } = useRegisterForm();
  const {
    register,
    formState: { errors },
  } = form;

  return (
    <AuthLayout
      title={texts.title}
      subtitle={
        <>
          {texts.already}{' '}
          <Link to="/login" className="font-medium text-accent underline underline-offset-3">
            {texts.signIn}
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={form.handleSubmit((typed) => registration.mutate(typed))} className="space-y-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.firstName} error={errors.firstName?.message}>
            {(field) => (
              <Input
                {...field}
                autoComplete="given-name"
                {...register('firstName', required(texts.firstNameRequired))}
              />
            )}
          </Field>
          <Field label={texts.lastName} error={errors.lastName?.message}>
            {(field) => (
              <Input
                {...field}
                autoComplete="family-name"
                {...register('lastName', required(texts.lastNameRequired))}
              />
            )}
          </Field>
        </div>
        <Field label={texts.inviteCode} hint={isInvited ? texts.inviteFromLink : texts.inviteHint}>
          {(field) => <Input {...field} autoComplete="off" spellCheck={false} {...register('inviteCode')} />}
        </Field>
        <Field label={texts.email} hint={emailHint(values.email)} error={errors.email?.message}>
          {(field) => (
            <Input
              {...field}
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...register('email', {
                validate: (typed) => {
                  const email = normaliseEmail(typed);
                  if (!email) return texts.emailRequired;
                  return isEmail(email) || texts.emailInvalid;
                },
              })}
            />
          )}
        </Field>
        <div className="space-y-3">
          <Field label={texts.password}>
            {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('password')} />}
          </Field>
          <PasswordChecklist password={values.password} />
        </div>
        <Field
          label={texts.confirmation}
          error={values.confirmation && values.confirmation !== values.password ? passwordMessages.mismatch : null}
        >
          {(field) => <PasswordInput {...field} autoComplete="new-password" {...register('confirmation')} />}
        </Field>
        <Field label={texts.reimbursementCurrency}>
          {(field) => (
            <Select {...field} {...register('reimbursementCurrency')}>
              {REIMBURSEMENT_CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </Select>
          )}
        </Field>
        <p className="text-sm text-muted">{texts.defaultRole}</p>
        {registration.isError && <ErrorNotice error={registration.error} fallback={texts.failed} />}
        {registration.isSuccess && <Notice tone="success">{texts.done}</Notice>}
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={registration.isPending}
            disabled={blocked !== null || registration.isSuccess}
            aria-describedby="register-blocked"
            className="w-full"
          >
            {texts.submit}
          </Button>
          <p id="register-blocked" aria-live="polite" className="mt-2 min-h-5 text-center text-sm text-muted">
            {blocked}
          </p>
        </div>
      </form>
    </AuthLayout>
  );
}

const required = (message: string) => ({ validate: (value: string) => !isBlank(value) || message });
